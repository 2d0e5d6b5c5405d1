import FoundationEssentials
import HTTPTransport

/// Requests tokens from the identity service of the machine that the program runs on.
struct ManagedIdentity: ApplicationTokenSource {
    let identity: ManagedIdentityID
    /// The resource of the tokens: the services expect it without `/.default`.
    let resource: String
    let endpoint: any ManagedIdentityEndpoint
    let http: any HTTPClient
    let clock: WallClock

    /// - Parameter claims: Ignored: the services have no parameter for a claims challenge.
    func accessToken(for scopes: Scopes, claims: String?) async throws(AuthError) -> AccessToken {
        let response = try await sendWithRetries(request())
        guard response.status == 200 else { throw failure(response) }
        guard let decoded = try? JSONDecoder().decode(ManagedIdentityResponse.self, from: response.body),
            let token = decoded.token(for: scopes, now: clock.now())
        else { throw authError(.malformedResponse(status: response.status)) }
        guard token.expiresOn > clock.now() else { throw authError(.expiredToken(token.expiresOn)) }
        return token
    }

    private func request() throws(AuthError) -> HTTPRequest {
        do throws(ManagedIdentityProblem) {
            var request = try endpoint.request(for: resource, as: identity)
            request.headers["Accept"] = "application/json"
            request.allowsPrivateAddress = true
            request.bodyLimit = 1 << 20
            request.timeouts.total = .seconds(30)
            return request
        } catch {
            throw authError(error)
        }
    }

    private func sendWithRetries(_ request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        var attempts = 0
        while true {
            let response = try await sendAnsweringChallenge(request)
            attempts += 1
            let retryAfter = RetryAfter.wait(in: response.headers, now: clock.now())
            guard
                let delay = ManagedIdentityRetry.delay(
                    status: response.status, attempts: attempts, retryAfter: retryAfter)
            else { return response }
            do { try await clock.sleep(delay) } catch { throw .network(.cancelled) }
        }
    }

    private func sendAnsweringChallenge(_ request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        let response = try await send(request)
        let second: HTTPRequest?
        do throws(ManagedIdentityProblem) { second = try endpoint.request(answering: response, to: request) } catch {
            throw authError(error)
        }
        guard let second else { return response }
        return try await send(second)
    }

    private func send(_ request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        do { return try await http.send(request) } catch .cancelled { throw .network(.cancelled) } catch {
            throw authError(.unreachable(error))
        }
    }

    private func failure(_ response: HTTPResponse) -> AuthError {
        if let unavailability = response.unavailability(at: response.url, now: clock.now()) { return unavailability }
        guard let refusal = try? JSONDecoder().decode(ManagedIdentityErrorResponse.self, from: response.body) else {
            return authError(.malformedResponse(status: response.status))
        }
        return authError(.refused(status: response.status, message: refusal.message))
    }

    private func authError(_ problem: ManagedIdentityProblem) -> AuthError {
        .application(.managedIdentity(problem, source: endpoint.name))
    }
}

/// The retry rules of identity services. Pure: it does not wait.
///
/// Documented: 404 while an identity is being created, 410 while the service is updated, which takes up to 70 seconds,
/// 429 and 5xx as everywhere.
enum ManagedIdentityRetry {
    private static let updateDelay = Duration.seconds(10)
    private static let updateAttempts = 7
    private static let delays: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
    /// A longer `Retry-After` is reported to the caller instead.
    private static let longestDelay = Duration.seconds(60)

    /// - Parameter attempts: The number of requests so far.
    /// - Returns: The delay before the next request; nil for no further one.
    static func delay(status: Int, attempts: Int, retryAfter: Duration?) -> Duration? {
        switch status {
        case 410: return attempts <= updateAttempts ? updateDelay : nil
        case 404, 408, 429, 500...:
            guard attempts <= delays.count else { return nil }
            let delay = max(delays[attempts - 1], retryAfter ?? .zero)
            return delay <= longestDelay ? delay : nil
        default: return nil
        }
    }
}
