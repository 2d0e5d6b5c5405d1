import AccountProfiles
import AuthCore
import HTTPTransport
import MicrosoftGraph

extension Services {
    /// The profile that sends a request, and what the request is an action of.
    func select(_ flag: String?, for request: GraphRequest) throws -> (action: Action, profile: Profile) {
        let required = try requiredPermissions(method: request.method, path: ResourcePath(request.path))
        let action = Action(request, required)
        return (action, try select(flag, for: action, need: required.map(Need.init)).profile)
    }

    /// A request as a profile, with its tokens.
    func call(_ request: GraphRequest, as profile: Profile, policy: RetryPolicy) throws -> GraphCall {
        GraphCall(request, as: profile, over: try graphClient(for: profile, policy: policy))
    }

    /// Graph with this profile's tokens. What is waited for a token and for the answer is counted together.
    func graphClient(for profile: Profile, policy: RetryPolicy = RetryPolicy()) throws -> GraphClient {
        guard let endpoint = profile.graph else {
            throw Failure(
                .usage,
                "Profile \(profile.name) has no Graph: its issuer is \(profile.authority.url). "
                    + "Name a profile of a Microsoft account with --profile.", profile: profile.name.text)
        }
        let kept = CachedToken(for: profile, in: self)
        let patience = patience(policy)
        let http = DeadlineHTTPClient(http, maxWait: policy.maxWait)
        return GraphClient(endpoint: endpoint, http: RetryingHTTPClient(http, patience: patience)) { request in
            try await patience.repeating { try await kept.token(request) }
        }
    }

    /// Waits out throttling and a network that is down, and says so.
    private func patience(_ policy: RetryPolicy) -> RetryDelay {
        RetryDelay(
            policy: policy,
            onWait: { [output] wait, reason in
                output.note("\(reason.sentence) Waiting \(wait.roundedUpSeconds) s before trying again.")
            })
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
                    try await waits(after: outcome, method: "GET", history: &history)
                else { throw error }
            }
        }
    }
}

extension ActingError {
    /// What came of asking for a token, where the network or a busy server is the reason.
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
        case .response(let status, _): "The server answered \(status)."
        case .failure(let error): Failure(error).message
        }
    }
}

extension Duration {
    /// Whole seconds, none too few.
    var roundedUpSeconds: Int64 {
        components.seconds + (components.attoseconds > 0 ? 1 : 0)
    }
}
