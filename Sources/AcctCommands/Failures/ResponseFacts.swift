import HTTPTransport
import MicrosoftGraph

/// The facts about the response that caused a failure, for scripts and for code; the failure's sentence is for people.
struct ResponseFacts: Equatable {
    let status: Int
    /// The seconds after which the server allows another attempt.
    let retryAfter: Int?
    /// The host that responded, where it was not Graph: permissions do not explain its refusal.
    var redirectedHost: String?
    /// The code of the error, such as `ErrorItemNotFound`.
    var code: String?
    /// The id that Microsoft's support asks for.
    var requestID: String?
    /// Whether the server no longer knows the position which a link stands for.
    var hasExpiredLink = false

    init(status: Int, retryAfter: Int?) {
        (self.status, self.retryAfter) = (status, retryAfter)
    }

    init(_ response: GraphResponse, _ clock: WallClock) {
        status = response.status
        retryAfter = RetryAfter.wait(in: response.headers, now: clock.now()).map { Int($0.roundedUpSeconds) }
        redirectedHost = response.redirectedHost
        code = (response.error?.code).flatMap { $0.isEmpty ? nil : $0 }
        requestID = response.requestID
        hasExpiredLink = response.status == 410 || response.hasExpiryCode
    }
}

extension GraphResponse {
    /// Whether the server no longer knows the position that a next link or a delta link stands for: 410 for a URL with a
    /// token, or the error code of some services with another status.
    ///
    /// - Parameter target: the requested URL.
    func hasExpiredLink(at target: String) -> Bool {
        (status == 410 && target.lowercased().contains("token")) || hasExpiryCode
    }

    fileprivate var hasExpiryCode: Bool {
        let codes = ["syncStateNotFound", "syncStateInvalid", "resyncRequired", "Directory_ExpiredPageToken"]
        return error.map { error in codes.contains { error.has(code: $0) } } ?? false
    }
}
