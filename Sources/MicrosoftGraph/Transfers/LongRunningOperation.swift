import Foundation
import HTTPTransport

/// Work that goes on after its request was answered with 202 and the place to look how far it is.
public struct LongRunningOperation: Sendable {
    /// Absolute. Where it is not on Graph it is a secret of its own, and no token goes there.
    public let monitor: String
    /// How long to leave it alone at first.
    let firstWait: Duration?

    /// Nil when the answer is of another status, or names no place. `Location` with another status is none: 201 names
    /// what was created.
    public init?(_ answer: HTTPStreamedResponse, now: Date = Date()) {
        guard answer.status == 202,
            let link = answer.headers["Operation-Location"] ?? answer.headers["Location"], !link.isEmpty
        else { return nil }
        monitor = Self.absolute(link, from: answer.url)
        firstWait = RetryAfter.wait(in: answer.headers, now: now)
    }

    /// Teams names its operations without host and version; the version is then that of the request.
    private static func absolute(_ link: String, from url: String) -> String {
        guard !link.contains("://"), let origin = HTTPOrigin(url: url) else { return link }
        let path = link.drop { $0 == "/" }
        let version = path.hasPrefix("v1.0/") || path.hasPrefix("beta/") ? "" : isBeta(url) ? "beta/" : "v1.0/"
        return "\(origin)/\(version)\(path)"
    }

    private static func isBeta(_ url: String) -> Bool {
        url.split(separator: "/").dropFirst(2).first == "beta"
    }
}

extension LongRunningOperation {
    /// How an operation ended.
    public struct Result: Sendable {
        /// The monitor's last document, or the resource it led to.
        public let answer: HTTPStreamedResponse
        /// What went wrong, where the document says that it failed.
        public let failure: String?
    }
}

/// What a monitor's document says about its operation.
///
/// Services spell it their own ways: `status` of a drive's copy is `completed`, that of Teams `succeeded`.
struct OperationStatus: Hashable {
    enum State: Hashable { case running, done, failed(String) }

    let state: State
    /// From 0 to 100.
    let percent: Double?

    /// Nil for what is not such a document: the resource itself, or no JSON object at all.
    init?(_ body: Data) {
        guard let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any],
            let status = object["status"] as? String
        else { return nil }
        percent = (object["percentageComplete"] as? NSNumber).map(\.doubleValue)
        switch status.lowercased() {
        case "completed", "succeeded": state = .done
        case "failed", "cancelled", "canceled", "deletefailed", "updatefailed":
            state = .failed(Self.reason(object, status))
        case "notstarted", "inprogress", "running", "waiting", "updating", "deletepending", "updatepending":
            state = .running
        default: return nil
        }
    }

    private static func reason(_ object: [String: Any], _ status: String) -> String {
        let error = object["error"] as? [String: Any]
        let said = [error?["code"], error?["message"] ?? object["statusDescription"]].compactMap { $0 as? String }
        return ([status] + said.filter { !$0.isEmpty }).joined(separator: ": ")
    }
}
