import FoundationEssentials
import HTTPTransport

/// An operation that continues on the server after a 202, with a monitor URL that tells its status.
public struct LongRunningOperation: Sendable {
    /// The absolute URL of the monitor. On another host than Graph it is pre-signed: a secret, which gets no token.
    public let monitor: String
    /// The headers of the response that began it, which may name the wait before the first poll.
    let headers: HTTPHeaders

    /// Nil for another status or a response without a monitor. `Location` with another status names no monitor: with a
    /// 201 it is the created resource.
    public init?(_ response: HTTPStreamedResponse) {
        guard response.status == 202,
            let link = response.headers["Operation-Location"] ?? response.headers["Location"], !link.isEmpty
        else { return nil }
        monitor = Self.absolute(link, from: response.url)
        headers = response.headers
    }

    /// Teams names its operations without host and version; the version is then that of the request.
    private static func absolute(_ link: String, from url: String) -> String {
        guard !link.contains("://"), let origin = HTTPOrigin(url: url) else { return link }
        let path = link.drop { $0 == "/" }
        let version = GraphURL.version(atStartOf: path) == nil ? "\(ResourcePath(url).version ?? "v1.0")/" : ""
        return "\(origin)/\(version)\(path)"
    }

    /// The end of an operation.
    public struct Result: Sendable {
        /// The monitor's last document, or the resource that it led to.
        public let response: HTTPStreamedResponse
        /// The reason of the failure, where the document says that the operation failed.
        public let failure: String?
    }
}

/// The status in a monitor's document.
///
/// Services use their own words: a drive's copy is `completed`, an operation of Teams `succeeded`.
struct OperationStatus: Hashable {
    enum State: Hashable { case running, done, failed(String) }

    let state: State
    /// The progress from 0 to 100; nil where the document has none.
    let percent: Double?

    /// Nil for a document without such a status: the resource itself, or no JSON object at all.
    init?(_ body: Data) {
        guard let document = JSONValue(parsing: body), let status = document["status"]?.stringValue else { return nil }
        percent = document["percentageComplete"]?.doubleValue.map { min(max($0, 0), 100) }
        switch status.lowercased() {
        // Also `partiallySucceeded`.
        case let word where word.hasSuffix("completed") || word.hasSuffix("succeeded"): state = .done
        case "cancelled", "canceled", "invalid", "skipped", "error":
            state = .failed(Self.reason(in: document, status: status))
        // Also `deleteFailed`, `submissionFailed` and the like.
        case let word where word.hasSuffix("failed"):
            state = .failed(Self.reason(in: document, status: status))
        // Such as `notStarted`, `inProgress`, `updatePending`, and words that are not documented yet.
        default: state = percent ?? 0 < 100 ? .running : .done
        }
    }

    private static func reason(in document: JSONValue, status: String) -> String {
        let details = [document["error"]?["code"], document["error"]?["message"] ?? document["statusDescription"]]
        return ([status] + details.compactMap { $0?.stringValue }.filter { !$0.isEmpty }).joined(separator: ": ")
    }
}
