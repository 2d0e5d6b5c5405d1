import Foundation
import HTTPTransport

/// Posts forms to the token and device authorization endpoints and sorts their answers.
struct TokenEndpoint: Sendable {
    let http: any HTTPClient
    let url: String

    /// - Throws: `.network`, `.serverUnavailable`, `.malformedResponse`, or `Refusal` with what the server said.
    func post<Answer: Decodable>(_ fields: [(String, String)], as type: Answer.Type) async throws(Failure) -> Answer {
        var request = HTTPRequest(url: url)
        request.method = "POST"
        request.headers["Accept"] = "application/json"
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        request.body = .form(fields)
        request.bodyLimit = 1 << 20
        let response: HTTPResponse
        do { response = try await http.send(request) } catch { throw .transport(.network(error)) }
        guard response.status == 200 else { throw failure(response) }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: response.body) else {
            throw .transport(.malformedResponse(url: url, status: response.status))
        }
        return answer
    }

    enum Failure: Error {
        /// The server understood and said no.
        case refused(OAuthError)
        /// Nothing was said about the grant.
        case transport(AuthError)
    }

    private func failure(_ response: HTTPResponse) -> Failure {
        let error = try? JSONDecoder().decode(OAuthError.self, from: response.body)
        let isTransient = error.map { ["server_error", "temporarily_unavailable"].contains($0.code) } ?? true
        if response.status == 429 || response.status >= 500, isTransient {
            return .transport(
                .serverUnavailable(url: url, status: response.status, retryAfterSeconds: response.retryAfterSeconds))
        }
        if let error { return .refused(error) }
        // Some servers refuse a grant with a bare 400 or 401; a body that is not JSON comes from something else.
        if response.body.isEmpty, response.status == 400 || response.status == 401 {
            return .refused(OAuthError(code: "invalid_grant"))
        }
        return .transport(.malformedResponse(url: url, status: response.status))
    }
}

extension TokenEndpoint.Failure {
    /// As an error of a sign-in, where a refusal cannot be mended by another sign-in.
    var asSignInError: AuthError {
        switch self {
        case .transport(let error): error
        case .refused(let error) where error.isDeclined: .declined(error)
        case .refused(let error): .refused(error)
        }
    }
}
