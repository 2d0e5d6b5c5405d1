import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct TokenEndpointTests {
    private static let url = "https://login.example/token"
    private static let endpoint = AuthenticatedEndpoint(url: url, methods: .init(), audience: url)

    private static let issuer = try? OIDCIssuer.authority()

    private func post(
        _ reply: ScriptedHTTP.Reply, as client: ClientAuthentication = .contoso()
    ) async -> TokenEndpoint.Failure? {
        let endpoint = TokenEndpoint(Self.endpoint, client: client, http: ScriptedHTTP([reply]))
        return await failure { () async throws(TokenEndpoint.Failure) in
            try await endpoint.post([("a", "1")], expecting: TokenResponse.self)
        }
    }

    @Test func postsAFormAndDecodesTheResponse() async throws {
        let http = ScriptedHTTP([.json(#"{"access_token":"a"}"#)])
        let response = try await TokenEndpoint(Self.endpoint, client: .contoso(), http: http).post(
            [("grant_type", "x y"), ("code", "ü&=")], expecting: TokenResponse.self)
        #expect(response.accessToken == Secret("a"))
        let request = try #require(http.requests.first)
        #expect(request.method == "POST")
        #expect(request.url == Self.url)
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.redirects == .refuse)
        #expect(request.form["client_id"] == Contoso.clientID)
        #expect(request.form["grant_type"] == "x y")
        #expect(request.form["code"] == "ü&=")
    }

    @Test(arguments: [
        (400, #"{"error":"invalid_grant"}"#, "invalid_grant"), (401, #"{"error":"invalid_client"}"#, "invalid_client"),
        (403, #"{"error":"access_denied"}"#, "access_denied"),
        // Steps of the device flow, whatever the status.
        (429, #"{"error":"slow_down"}"#, "slow_down"),
        (500, #"{"error":"authorization_pending"}"#, "authorization_pending"),
    ])
    func errorResponseIsARefusal(status: Int, body: String, code: String) async throws {
        let failure = await post(.json(body, status: status))
        guard case .refused(let error) = failure else { throw Unexpected(failure) }
        #expect(error.code == code)
    }

    /// Some issuers refuse with nothing but a status; Microsoft's never do.
    @Test(arguments: [
        (400, false, "invalid_grant"), (401, false, "invalid_grant"), (403, true, "invalid_client"), (403, false, nil),
    ])
    func emptyResponseRefusesAtOtherIssuersThanMicrosofts(
        status: Int, hasSecret: Bool, code: String?
    ) async throws {
        for (authority, code) in [(Self.issuer, code), (nil, nil)] {
            var client = ClientAuthentication.contoso(authority)
            if hasSecret { client.credential = .secret(Secret("s")) }
            switch await post(.json("", status: status), as: client) {
            case .refused(let error): #expect(error.code == code)
            case .transport(.malformedResponse): #expect(code == nil)
            case let other: throw Unexpected(other)
            }
        }
    }

    @Test(arguments: [
        (429, "", "17", 17), (429, "{}", "2.128", 3), (503, "<html>busy</html>", nil, nil),
        (503, #"{"error":"server_error"}"#, "5", 5), (500, #"{"error":"temporarily_unavailable"}"#, nil, nil),
        // The status decides, whatever error comes with it.
        (429, #"{"error":"invalid_grant","error_codes":[90055]}"#, "30", 30),
        (500, #"{"error":"invalid_grant"}"#, nil, nil),
        (503, #"{"error":"service_unavailable","error_codes":[90033]}"#, nil, nil),
        (429, #"{"error":"invalid_client"}"#, nil, nil),
        // Microsoft's protection against loops.
        (400, #"{"error":"invalid_grant","error_codes":[50196]}"#, nil, nil),
        (400, #"{"error":"server_error"}"#, nil, nil), (400, #"{"error":"temporarily_unavailable"}"#, "9", 9),
        (502, "", nil, nil), (503, "", "1e999", nil), (503, "", "nan", nil), (503, "", "-5", nil), (503, "", "", nil),
        (503, "", "99999999999999999999", 3600), (429, "", "7200", 3600), (503, "", "Wed, 21 Oct 2015 07:28:00 GMT", 0),
    ])
    func serverErrorIsNotARefusal(
        status: Int, body: String, retryAfter: String?, seconds: Int?
    ) async throws {
        let headers = HTTPHeaders(retryAfter.map { [("retry-after", $0)] } ?? [])
        let failure = await post(.json(body, status: status, headers: headers))
        guard case .transport(.serverUnavailable(Self.url, status, seconds)) = failure else {
            throw Unexpected(failure)
        }
    }

    @Test(arguments: [
        (200, ""), (200, "{}"), (404, ""), (403, ""), (200, #"{"access_token":5}"#), (418, "{}"), (200, "a < b"),
        (404, "not found"),
    ])
    func responseWithoutTokenAndErrorIsNotARefusal(status: Int, body: String) async throws {
        let failure = await post(.json(body, status: status))
        guard case .transport(.malformedResponse(Self.url, status)) = failure else { throw Unexpected(failure) }
    }

    /// The page of a network that wants a sign-in of its own, or of a proxy, with any status.
    @Test(
        arguments: [
            (400, "<html>blocked</html>", nil), (200, "<html>sign in</html>", nil), (302, "", nil), (307, "", nil),
            (403, "<html>", nil), (401, "\r\n \t<!DOCTYPE html>", nil), (404, "\u{FEFF}<html>", nil),
            (200, "Welcome to the hotel", "text/html; charset=utf-8"), (407, "blocked", "application/xhtml+xml"),
            (200, "<?xml version=\"1.0\"?>", "text/xml"),
        ] as [(Int, String, String?)])
    func webPageIsTroubleWithTheNetwork(status: Int, body: String, type: String?) async throws {
        let headers = HTTPHeaders(type.map { [("Content-Type", $0)] } ?? [])
        let failure = await post(.json(body, status: status, headers: headers))
        guard case .transport(.unexpectedPage(Self.url, status)) = failure else { throw Unexpected(failure) }
    }

    /// Some servers declare every response to be HTML.
    @Test func jsonThatIsDeclaredToBeHTMLIsRead() async throws {
        let headers = HTTPHeaders([("Content-Type", "text/html")])
        #expect(await post(.json(#"{"access_token":"a"}"#, headers: headers)) == nil)
        let refusal = await post(.json(#"{"error":"invalid_grant"}"#, status: 400, headers: headers))
        guard case .refused = refusal else { throw Unexpected(refusal) }
        for body in ["{}", ""] {
            let failure = await post(.json(body, status: 403, headers: headers))
            guard case .transport(.malformedResponse) = failure else { throw Unexpected(failure) }
        }
    }

    @Test(arguments: [
        HTTPError.cannotResolve(host: "h"), .timedOut(host: "h", seconds: 1), .tls(host: "h", reason: "r"), .cancelled,
        .bodyTooLarge(limit: 1),
    ])
    func networkErrorIsNotARefusal(error: HTTPError) async throws {
        let failure = await post(.failure(error))
        guard case .transport(.network(error)) = failure else { throw Unexpected(failure) }
    }

    @Test(arguments: [("access_denied", true), ("authorization_declined", true), ("invalid_grant", false)])
    func signInErrorTellsDecliningFromRefusal(code: String, declined: Bool) {
        switch TokenEndpoint.Failure.refused(OAuthError(code: code)).signInError(of: .contoso()) {
        case .declined: #expect(declined)
        case .refused: #expect(!declined)
        case let other: Issue.record("\(other)")
        }
    }
}
