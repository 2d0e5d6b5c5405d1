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
