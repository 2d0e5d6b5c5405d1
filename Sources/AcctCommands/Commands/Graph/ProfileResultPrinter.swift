import AccountProfiles
import FoundationEssentials
import MicrosoftGraph
import Synchronization

/// Prints the results of several profiles, a line of JSON each, and records which profiles failed.
final class ProfileResultPrinter: Sendable {
    private struct State {
        var failures: [ProfileName: Failure.Kind] = [:]
        /// The profiles whose collection has pages that were not fetched.
        var unfinished: Set<ProfileName> = []
        /// The first row that the jq program or the file could not take.
        var problem: (any Error)?
    }

    private let printer: GraphPrinter
    /// Locked while a row is printed, so that each stays whole.
    private let state = Mutex(State())

    init(_ printer: GraphPrinter) {
        self.printer = printer
    }

    private var output: Output { printer.output }

    /// - Parameter value: a JSON document, printed unchanged but for line breaks between its parts.
    func print(_ value: Data, of profile: ProfileName) {
        var row = Data("{\"profile\":\(Self.json(profile.text)),\"value\":".utf8)
        row += value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        row += Data("}\n".utf8)
        let page = GraphPage(value)
        let hasMorePages = page?.isCollection == true && page?.nextLink != nil
        state.withLock { state in
            if hasMorePages { state.unfinished.insert(profile) }
            write(row, &state)
        }
    }

    private func write(_ row: Data, _ state: inout State) {
        do {
            if let program = printer.program {
                try printer.filter(row, with: program)
            } else if let file = printer.file {
                try file.write(row)
            } else {
                output.write(row)
            }
        } catch {
            // The other profiles are read all the same.
            state.problem = state.problem ?? error
        }
    }

    /// Completes the file.
    ///
    /// - Throws: the error of the jq program or of the file, which then stays as it was.
    func end() throws {
        if let problem = state.withLock({ $0.problem }) { throw problem }
        try printer.file?.commit()
    }

    /// Tells of pages that were not fetched, once for all profiles.
    func noteMorePages(among profiles: [Profile]) {
        let unfinished = state.withLock(\.unfinished)
        let names = profiles.map(\.name).filter(unfinished.contains).map(\.text)
        guard !names.isEmpty else { return }
        output.note(
            "\(names.joined(separator: ", ")) \(names.count == 1 ? "has" : "have") more pages; --paginate fetches them all."
        )
    }

    func print(_ failure: Failure, of profile: ProfileName) {
        let error = Self.json(Failure.Fields(failure, profile: nil))
        state.withLock { state in
            state.failures[profile] = failure.kind
            write(Data("{\"profile\":\(Self.json(profile.text)),\"error\":\(error)}\n".utf8), &state)
        }
    }

    func print(skipped candidate: Candidate) {
        let (profile, reason) = (Self.json(candidate.profile.name.text), Self.json(candidate.reason))
        state.withLock { write(Data("{\"profile\":\(profile),\"skipped\":\(reason)}\n".utf8), &$0) }
    }

    /// The failure of the command, of the kind that all failures have or else `failed`; nil when no profile failed.
    func failure(among profiles: [Profile]) -> Failure? {
        let failures = state.withLock(\.failures)
        let failed = profiles.map(\.name).filter { failures[$0] != nil }
        guard !failed.isEmpty else { return nil }
        return Failure(ofProfiles: failed, among: profiles.count, kinds: Set(failures.values))
    }

    private static func json(_ value: some Encodable) -> String {
        // Strings and numbers always encode.
        (try? JSONText.of(value, pretty: false)) ?? ""
    }
}
