import AccountProfiles
import MicrosoftGraph

extension Services {
    /// The profile that sends a batch. Where it is not allowed to, what would be written is named.
    ///
    /// - Throws: `SelectionError`; `Failure` of kind `ambiguous` where requests are meant for different profiles.
    func select(_ flag: String?, for action: Action, of requests: [BatchRequest]) throws -> Selection {
        let writes = BatchWrites(requests)
        do {
            return try select(flag, for: action, writing: writes.text)
        } catch SelectionError.conflict(let wishes) {
            throw Failure(conflict: wishes) { requests[$0].inWords }
        } catch let error as SelectionError where error.isAboutWriting {
            var failure = Failure(error)
            if let text = writes.text { failure.message += " What would write: \(text)." }
            throw failure
        }
    }
}

/// The requests of a batch that may change something, the first few of them by name.
struct BatchWrites {
    /// Nil where there are none.
    let text: String?

    private static let shown = 3

    init(_ requests: [BatchRequest]) {
        let writes = requests.filter(\.isWrite)
        let more = writes.count - BatchWrites.shown
        let names = writes.prefix(BatchWrites.shown).map(\.inWords).joined(separator: ", ")
        text = writes.isEmpty ? nil : names + (more > 0 ? " and \(more) more" : "")
    }
}

extension BatchRequest {
    /// `DELETE /users/1 (line 3)`. What a query asks for is left out, as are the ends of long paths.
    var inWords: String {
        let path = url.prefix { $0 != "?" }
        let name = path.count > 80 ? path.prefix(79) + "…" : path
        return "\(method) \(name) (\(place.inWords))"
    }
}

extension SelectionError {
    fileprivate var isAboutWriting: Bool {
        switch self {
        case .ruledOut(_, let exclusion, _): exclusion == .readOnly
        case .noneFits(let candidates): candidates.contains { $0.exclusion == .readOnly }
        default: false
        }
    }
}
