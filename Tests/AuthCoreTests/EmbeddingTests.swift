// Imported as a program that embeds the library would: without @testable.
import AuthCore
import Foundation
import HTTPTransport
import SandboxServer
import Testing

/// A program that embeds the library, from the first sign-in to the last sign-out.
@Suite(.timeLimit(.minutes(1))) struct EmbeddingTests {
    @Test func signInOnceAndGetTokensFromThenOn() async throws {
        let sandbox = try await Sandbox.start()
        let clientID = sandbox.description.clientId
        let authorityURL = sandbox.description.authority
        let approval = "\(sandbox.description.graph)/sandbox/approve"
        let http = CurlHTTPClient(environment: [:], userAgent: "test/1")

        let application = PublicClientApplication(
            clientID: clientID,
            authority: try Authority(kind: .entra, url: authorityURL),
            cache: InMemoryTokenCache(),
            http: http,
            // A program leaves the clock out; this one does not wait between two polls.
            clock: WallClock(now: { Date() }, sleep: { _ in try Task.checkCancellation() }))

        // The first time, the person signs in.
        let signedIn = try await application.acquireTokenWithDeviceCode(SignInRequest(scopes: ["User.Read"])) { code in
            #expect(code.verificationURI.hasPrefix("http://localhost:"))
            await approve(code.userCode, at: approval, http)
        }

        // From then on, tokens come without asking anybody.
        let account = try #require(try application.accounts().first)
        #expect(account.username == "alice@contoso.example")
        do {
            let result = try await application.acquireTokenSilently(
                SilentRequest(account: account.id, tenantID: signedIn.tenantID, scopes: ["User.Read"]))
            var request = HTTPRequest(url: "\(sandbox.description.graph)/v1.0/me")
            request.headers.set("Authorization", secret: Secret("Bearer \(result.accessToken.expose())"))
            let response = try await http.send(request)
            #expect(String(decoding: response.body, as: UTF8.self).contains("Alice"))
        } catch AuthError.interactionRequired(let details) {
            Issue.record("only the person can help: \(details.reason)")
        }

        // Signing out removes every token of this account, and of no other.
        _ = try application.remove(account.id)
        #expect(try application.accounts().isEmpty)
        try await sandbox.shutdown()
    }

    /// What the person does on the other device.
    private func approve(_ userCode: String, at url: String, _ http: CurlHTTPClient) async {
        let body = #"{"user_code":"\#(userCode)","username":"alice@contoso.example"}"#
        await #expect(throws: Never.self) {
            try await http.send(HTTPRequest(method: "POST", url: url, body: .bytes(Data(body.utf8))))
        }
    }
}
