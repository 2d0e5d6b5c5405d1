import FoundationEssentials
import HTTPTransport

/// A token or device authorization endpoint: posts forms and sorts the responses.
struct TokenEndpoint: Sendable {
    let http: any HTTPClient
    let url: String
    let clock: WallClock

    enum Failure: Error {
        /// An OAuth error response: the server refused the request.
        case refused(OAuthError)
        /// No statement about the grant: `.network`, `.serverUnavailable` or `.malformedResponse`.
        case transport(AuthError)
    }

    func post<Response: Decodable>(
        _ fields: [(String, String)], expecting type: Response.Type
    ) async throws(Failure) -> Response {
        var request = HTTPRequest(url: url)
        request.method = "POST"
        request.headers["Accept"] = "application/json"
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        request.body = .form(fields)
        request.bodyLimit = 1 << 20
        let response: HTTPResponse
        do { response = try await http.send(request) } catch { throw .transport(.network(error)) }
        guard response.status == 200 else { throw failure(response) }
        guard let decoded = try? JSONDecoder().decode(Response.self, from: response.body) else {
            throw .transport(.malformedResponse(url: url, status: response.status))
        }
        return decoded
    }

    private func failure(_ response: HTTPResponse) -> Failure {
        let error = try? JSONDecoder().decode(OAuthError.self, from: response.body)
        // Some servers send these codes with status 400.
        let isTransient = error.map { ["server_error", "temporarily_unavailable"].contains($0.code) }
        if isTransient ?? (response.status == 429 || response.status >= 500) {
            let seconds = response.retryAfterSeconds(now: clock.now())
            return .transport(.serverUnavailable(url: url, status: response.status, retryAfterSeconds: seconds))
        }
        if let error { return .refused(error) }
        // Some servers refuse a grant with an empty 400 or 401. A body that is not JSON comes from a proxy.
        if response.body.isEmpty, response.status == 400 || response.status == 401 {
            return .refused(OAuthError(code: "invalid_grant"))
        }
        return .transport(.malformedResponse(url: url, status: response.status))
    }
}

extension TokenEndpoint.Failure {
    /// The error of a sign-in, where another sign-in would not fix a refusal.
    var asSignInError: AuthError {
        switch self {
        case .transport(let error): error
        case .refused(let error) where error.isDeclined: .declined(error)
        case .refused(let error): .refused(error)
        }
    }
}
