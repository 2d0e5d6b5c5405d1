import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph
import Synchronization

/// Microsoft Graph with the tokens of a profile.
struct GraphSession: Sendable {
    let authenticator: Authenticator
    let permissions: RequestPermissions
    let http: CurlHTTPClient
    let output: Output

    /// A request with the tokens of the profile that sends it.
    func call(_ request: GraphRequest, as profile: Profile, policy: RetryPolicy) throws -> GraphCall {
        GraphCall(request, as: profile, over: try client(for: profile, policy: policy))
    }

    /// Graph with this profile's tokens. The waits for a token and for the response are limited together.
    func client(for profile: Profile, policy: RetryPolicy = RetryPolicy()) throws -> GraphClient {
        guard let endpoint = profile.graph else {
            throw Failure.noGraph(of: profile)
        }
        let token = CachedToken(for: profile, from: authenticator)
        let delay = retryDelay(policy)
        let http = DeadlineHTTPClient(http, maxWait: policy.maxWait)
        return GraphClient(endpoint: endpoint, http: RetryingHTTPClient(http, delay: delay)) { request in
            try await delay.repeating { try await token.token(request) }
        }
    }

    /// Waits for throttling to end and for a network that is down, with a note for each wait.
    private func retryDelay(_ policy: RetryPolicy) -> RetryDelay {
        RetryDelay(
            policy: policy,
            onWait: { [output] wait, reason in
                output.note("\(reason.sentence) Waiting \(wait.roundedUpSeconds) s before trying again.")
            })
    }

    /// The failure of a request with its cause, where the permissions tell it. No request is sent, and nothing asked: the
    /// token that Graph refused is in the cache.
    func explain(_ failure: Failure, of request: GraphRequest, as profile: Profile) -> Failure {
        guard let response = failure.response, (400...405).contains(response.status), response.redirectedHost == nil,
            let scheme = PermissionScheme(profile.kind),
            let required = try? permissions.required(by: request)
        else { return failure }
        // Graph refuses an unsupported kind of account with many statuses. A 403 has other causes too.
        guard response.status == 403 || (scheme != .delegatedWork && required[scheme] == .notServed),
            let held = try? cachedScopes(of: profile)
        else { return failure }
        var explained = failure.explained(by: required, profile, held: held)
        explained.profile = profile.name.text
        return explained
    }

    /// The scopes of the cached token that requests to Graph carry; nil where none is cached.
    private func cachedScopes(of profile: Profile) throws -> Scopes? {
        let profile = try authenticator.profiles.withAccount(profile)
        let cache = authenticator.tokenCache
        let declined = try cache.declinedScopes(profile.tokenKey)
        let wanted = profile.scopesForGraph ?? profile.scopes
        return try cache.accessTokens(profile.tokenKey)
            .filter { wanted.missing(from: $0.scopes, at: profile.authority).without(declined).isEmpty }
            .max { $0.cachedAt < $1.cachedAt }?.scopes
    }
}

/// The token of a run that makes many requests. The store is not asked for every page, but when the token is about to
/// expire or was refused.
final class CachedToken: Sendable {
    private let authenticator: Authenticator
    private let profile: Profile
    private let last = Mutex<AuthenticationResult?>(nil)

    init(for profile: Profile, from authenticator: Authenticator) {
        self.authenticator = authenticator
        self.profile = profile
    }

    func token(_ request: GraphClient.TokenRequest) async throws -> Secret {
        if request == GraphClient.TokenRequest(), let last = last.withLock(\.self),
            last.isFresh(at: authenticator.clock.now())
        {
            return last.accessToken
        }
        let result = try await authenticator.token(
            for: profile, scopes: profile.scopesForGraph, forceRefresh: request.forceRefresh, claims: request.claims)
        last.withLock { $0 = result }
        return result.accessToken
    }
}

extension Profile {
    /// Nil for the profile's own scopes. Where those are of another resource, all that was consented to at Graph.
    var scopesForGraph: Scopes? {
        guard kind != .app, authority.kind.tokensHaveOneResource, !scopes.areForGraph, let resource = scopes.resource,
            resource != graph
        else { return nil }
        return graphResource.map { Scopes(defaultOf: $0) }
    }
}

extension RetryDelay {
    /// A token as soon as the network and the identity platform allow it. Acquiring one leaves nothing half done, so it
    /// is repeated as a GET is.
    fileprivate func repeating(_ acquire: () async throws -> Secret) async throws -> Secret {
        var history = RetryPolicy.History()
        while true {
            do {
                return try await acquire()
            } catch let error as ActingError {
                guard let outcome = error.outcome,
                    try await waitToRetry(after: outcome, method: "GET", history: &history)
                else { throw error }
            }
        }
    }
}

extension ActingError {
    /// The outcome of a token request that failed because of the network or a busy server.
    fileprivate var outcome: RetryPolicy.Outcome? {
        switch cause as? AuthError {
        case .network(let error): .failure(error)
        case .serverUnavailable(_, let status, let seconds):
            .response(status: status, headers: HTTPHeaders(seconds.map { [("Retry-After", "\($0)")] } ?? []))
        default: nil
        }
    }
}

extension RetryPolicy.Outcome {
    fileprivate var sentence: String {
        switch self {
        case .response(let status, _): "The server responded with status \(status)."
        // Advice to try again would contradict what follows.
        case .failure(let error): error.lossSentence ?? Failure(error).message
        }
    }
}
