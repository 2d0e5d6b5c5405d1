import FoundationEssentials
import HTTPTransport

/// A renewal that failed, for callers that waited for it and for callers that would only repeat it.
///
/// Renewals of an account are done one at a time. Without this record, callers that wait for one that fails would each
/// repeat it, one after the other.
public struct FailedRenewal: Hashable, Sendable, Codable {
    /// The tenant, the scopes and the claims of the request.
    public let request: String
    public let endedAt: Date
    let cause: Cause

    /// The age in seconds after which a record is ignored.
    public static let lifetime = 300.0

    enum Cause: Hashable, Codable {
        case interactionRequired(OAuthError)
        case refused(OAuthError)
        case serverUnavailable(url: String, status: Int, retryAfterSeconds: Int?)
        case unexpectedPage(url: String, status: Int)
        case network(HTTPError)
    }

    /// Nil for an error that is not worth sharing: one of this process alone, or one that no server was asked for.
    public init?(_ error: AuthError, of request: SilentRequest, at time: Date) {
        switch error {
        case .interactionRequired(let details):
            guard case .server(let error) = details.reason else { return nil }
            cause = .interactionRequired(error)
        case .refused(let error): cause = .refused(error)
        case .serverUnavailable(let url, let status, let seconds):
            cause = .serverUnavailable(url: url, status: status, retryAfterSeconds: seconds)
        case .unexpectedPage(let url, let status): cause = .unexpectedPage(url: url, status: status)
        case .network(.cancelled): return nil
        case .network(let error): cause = .network(error)
        case .invalidAuthority, .invalidParameter, .discovery, .declined, .deviceCodeExpired, .deviceCodeTimedOut,
            .deviceCodeUnsupported, .unsafeVerificationPage, .redirect, .malformedResponse, .unsupportedTokenType,
            .wrongAccount, .identityMismatch, .scopesDeclined, .invalidScope, .noScopeForAccessToken,
            .adminConsentUnsupported, .refreshLockTimedOut, .browserUnavailable, .cannotListen, .application, .broker:
            return nil
        }
        self.request = request.identity
        endedAt = time
    }

    /// The same error for another caller.
    func error(for request: SilentRequest) -> AuthError {
        switch cause {
        case .interactionRequired(let error): request.interactionRequired(.server(error))
        case .refused(let error): .refused(error)
        case .serverUnavailable(let url, let status, let seconds):
            .serverUnavailable(url: url, status: status, retryAfterSeconds: seconds)
        case .unexpectedPage(let url, let status): .unexpectedPage(url: url, status: status)
        case .network(let error): .network(error)
        }
    }

    /// Whether the request would fail as this one did: it asks for the same, or the cause concerns every request.
    func concerns(_ request: SilentRequest) -> Bool {
        switch cause {
        case .interactionRequired, .refused: self.request == request.identity
        case .serverUnavailable, .unexpectedPage, .network: true
        }
    }

    /// Whether a request that was made at `start` is answered with this failure.
    ///
    /// A request that was made before the failure has waited for it. For a later one, the server is asked again, with one
    /// exception, which is documented behaviour of MSAL: a demand for interaction is repeated for a minute. A demand for
    /// consent is not, because an administrator may have given it meanwhile.
    func answers(_ request: SilentRequest, madeAt start: Date, now: Date) -> Bool {
        // A failure of the future was recorded while the clock was wrong.
        guard concerns(request), endedAt <= now else { return false }
        let age = start.timeIntervalSince(endedAt)
        guard case .interactionRequired(let error) = cause, !error.isConsentMissing, !request.forceRefresh else {
            return age < 0
        }
        return age < 60
    }
}

extension SilentRequest {
    /// The tenant, scopes and claims of the request, for comparison.
    fileprivate var identity: String {
        [tenantID?.lowercased() ?? "", scopes.comparisonKey, claims ?? ""].joined(separator: "\n")
    }
}
