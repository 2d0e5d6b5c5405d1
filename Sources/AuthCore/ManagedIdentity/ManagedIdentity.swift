import Foundation
import HTTPTransport

/// Gets tokens from the service of the machine that the program runs on.
struct ManagedIdentity: ApplicationTokenSource {
    let identity: ManagedIdentityID
    let endpoint: any ManagedIdentityEndpoint
    let http: any HTTPClient
    let clock: WallClock

    /// A claims challenge cannot be passed on; a token that the service has cached does not answer one.
    func accessToken(for scopes: Scopes, claims: String?) async throws(AuthError) -> AccessToken {
        let response = try await respond(to: request(for: scopes))
        guard response.status == 200 else { throw failure(response) }
        guard let answer = try? JSONDecoder().decode(ManagedIdentityAnswer.self, from: response.body),
            let token = answer.token(for: scopes, now: clock.now())
        else { throw problem(.malformedResponse(status: response.status)) }
        return token
    }

    private func request(for scopes: Scopes) throws(AuthError) -> HTTPRequest {
        // These services are asked for the resource that `/.default` is of.
        let resource = scopes.names.first.map { String($0.dropLast("/.default".count)) } ?? ""
        do throws(ManagedIdentityProblem) {
            var request = try endpoint.request(for: resource, as: identity)
            request.headers["Accept"] = "application/json"
            request.allowsLinkLocal = true
            request.bodyLimit = 1 << 20
            request.timeouts.total = .seconds(30)
            return request
        } catch {
            throw problem(error)
        }
    }

    private func respond(to request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        var attempts = 0
        while true {
            let response = try await answered(request)
            attempts += 1
            let requested = RetryAfter.wait(in: response.headers, now: clock.now())
            guard
                let pause = ManagedIdentityRetry.pause(
                    after: response.status, attempts: attempts, requested: requested)
            else { return response }
            do { try await clock.sleep(pause) } catch { throw .network(.cancelled) }
        }
    }

    private func answered(_ request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        let response = try await send(request)
        let again: HTTPRequest?
        do throws(ManagedIdentityProblem) { again = try endpoint.request(answering: response, to: request) } catch {
            throw problem(error)
        }
        guard let again else { return response }
        return try await send(again)
    }

    private func send(_ request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        do { return try await http.send(request) } catch .cancelled { throw .network(.cancelled) } catch {
            throw problem(.unreachable(error))
        }
    }

    private func failure(_ response: HTTPResponse) -> AuthError {
        if response.status == 429 || response.status >= 500 {
            return .serverUnavailable(
                url: response.url, status: response.status, retryAfterSeconds: response.retryAfterSeconds)
        }
        guard let refusal = try? JSONDecoder().decode(ManagedIdentityRefusal.self, from: response.body) else {
            return problem(.malformedResponse(status: response.status))
        }
        return problem(.refused(status: response.status, message: refusal.message))
    }

    private func problem(_ problem: ManagedIdentityProblem) -> AuthError {
        .application(.managedIdentity(problem, source: endpoint.name))
    }
}

/// Whether a machine's identity service is asked again, and when. Pure: it does not wait.
///
/// Documented: 404 while an identity is being set up, 410 while the service is updated, which takes up to 70 seconds, 429
/// and 5xx like everywhere.
struct ManagedIdentityRetry {
    private static let updatePause = Duration.seconds(10)
    private static let updateAttempts = 7
    private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
    /// Longer than this nobody waits for a token: the caller is told instead.
    private static let longest = Duration.seconds(60)

    /// - Parameter attempts: how many were made, this one included.
    /// - Returns: nil when it was the last.
    static func pause(after status: Int, attempts: Int, requested: Duration?) -> Duration? {
        switch status {
        case 410: return attempts <= updateAttempts ? updatePause : nil
        case 404, 408, 429, 500...:
            guard attempts <= pauses.count else { return nil }
            let pause = max(pauses[attempts - 1], requested ?? .zero)
            return pause <= longest ? pause : nil
        default: return nil
        }
    }
}
