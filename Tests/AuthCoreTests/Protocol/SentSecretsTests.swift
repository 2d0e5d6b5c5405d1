import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// Servers that repeat a secret of the request in their error.
@Suite struct SentSecretsTests {
    private static let secret = "s3cret/1+2=x~y"
    private static let url = "https://login.example/token"

    private func refusal(
        _ text: String, fields: [(String, String)], credential: ApplicationCredential? = nil,
        methods: [String]? = nil
    ) async throws -> OAuthError {
        var client = ClientAuthentication.contoso(try OIDCIssuer.authority())
        client.credential = credential
        let endpoint = AuthenticatedEndpoint(url: Self.url, methods: .init(names: methods), audience: Self.url)
        let members = [
            "error": "invalid_grant", "error_description": text, "suberror": text, "correlation_id": text,
            "trace_id": text, "claims": text,
        ]
        let http = ScriptedHTTP([.json(try Contoso.json(members), status: 400)])
        let failure = await failure { () async throws(TokenEndpoint.Failure) in
            try await TokenEndpoint(endpoint, client: client, http: http).post(fields, expecting: TokenResponse.self)
        }
        guard case .refused(let error) = failure else { throw Unexpected(failure) }
        return error
    }

    private func texts(_ error: OAuthError) -> Set<String?> {
        [error.description, error.suberror, error.correlationID, error.traceID, error.claims]
    }

    @Test(arguments: [
        "refresh_token", "code", "code_verifier", "client_secret", "client_assertion", "assertion", "device_code",
        "password", "subject_token", "actor_token", "token",
    ])
    func secretOfAFieldIsRedacted(name: String) async throws {
        let error = try await refusal("Wrong: \(Self.secret).", fields: [(name, Self.secret)])
        #expect(texts(error) == ["Wrong: <redacted>."])
        #expect(error.code == "invalid_grant")
    }

    /// Percent-encoded, in a JSON text within the text, repeated, and with an accent behind it.
    @Test(arguments: [
        ("s3cret%2F1%2B2%3Dx~y", "<redacted>"), ("s3cret%2f1%2b2%3dx~y", "<redacted>"),
        (#""s3cret\/1+2=x~y""#, #""<redacted>""#), ("\(secret) \(secret)", "<redacted> <redacted>"),
        ("\(secret)\u{301}", "<redacted>\u{301}"), ("s3cret", "s3cret"), ("", ""),
    ])
    func everyFormIsRedacted(text: String, expected: String) async throws {
        let error = try await refusal(text, fields: [("refresh_token", Self.secret)])
        #expect(error.description.map { Array($0.utf8) } == Array(expected.utf8))
    }

    /// In the form, and in the header as the text and as its Base64.
    @Test(arguments: ["client_secret_post", "client_secret_basic"])
    func secretOfTheClientIsRedacted(method: String) async throws {
        let pair = "\(Contoso.clientID):\(PercentEncoding.encode(Self.secret))"
        let header = Data(pair.utf8).base64EncodedString()
        let text = method == "client_secret_basic" ? "\(Self.secret), \(header)" : "\(Self.secret), <redacted>"
        let error = try await refusal(
            text, fields: [], credential: .secret(Secret(Self.secret)), methods: [method])
        #expect(texts(error) == ["<redacted>, <redacted>"])
    }

    /// The longer of two secrets, one of which is a part of the other, leaves no rest.
    @Test func secretWithinASecretIsRedactedWhole() async throws {
        let fields = [("code", "12345678"), ("code_verifier", "12345678-rest")]
        #expect(try await refusal("12345678-rest", fields: fields).description == "<redacted>")
    }

    @Test(arguments: [("refresh_token", "grant"), ("code", "1234567"), ("scope", "User.Read Mail.Send"), ("code", "")])
    func shortValuesAndOtherFieldsStay(name: String, value: String) async throws {
        let text = "AADSTS70000: The grant 1234567 is not for User.Read Mail.Send."
        let error = try await refusal(text, fields: [(name, value)])
        #expect(error.description == text && error.codes == [70000])
    }

    @Test(arguments: [400, 401]) func revocationRedactsTheTokenAndTheAccessToken(status: Int) async throws {
        let reply = ScriptedHTTP.Reply.json(
            #"{"error":"invalid_request","error_description":"RT-12345 AT-12345"}"#, status: status)
        let revocation = TokenRevocation(
            endpoint: AuthenticatedEndpoint(url: Self.url, methods: .init(), audience: Self.url), client: .contoso(),
            http: ScriptedHTTP(repeating: reply))
        let token = RefreshToken(secret: Secret("RT-12345"), familyID: nil, cachedAt: .distantPast)
        let error = await failure { () async throws(AuthError) in
            try await revocation.revoke(token, accessToken: Secret("AT-12345"))
        }
        guard case .refused(let refusal) = error else { throw Unexpected(error) }
        #expect(refusal.description == "<redacted> <redacted>")
    }
}
