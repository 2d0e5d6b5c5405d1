import Foundation
import Testing

/// What an issuer may demand beyond OpenID Connect, at a server from outside this project: a client's assertion, the
/// resource of a token, and pushed authorization requests.
@Suite(.serialized, .needs(.glewlwyd, .sqlite3), .glewlwyd) struct IssuerExtensionsTests {
    private let server: Glewlwyd
    private let workspace: Workspace

    init() throws {
        server = try #require(Glewlwyd.running)
        workspace = try Workspace()
    }

    /// RFC 7523 section 2.2, `private_key_jwt`.
    @Test(.needs(.openssl)) func appAuthenticatesWithItsCertificate() async throws {
        let own = try await AppCertificate("own", in: workspace)
        let other = try await AppCertificate("other", in: workspace)
        try await server.registerApplication(publicKey: own.publicKey)
        let options = ["--issuer", server.issuer, "--client-id", Glewlwyd.applicationID, "--scope", "profile"]
        let refused = try await workspace.acct("add app --certificate \(other.path)", options)
        expect(refused, ExpectedError(4, "The server rejected the app's certificate"))
        try await workspace.succeed("add app --certificate \(own.path)", options)
        let token = try await workspace.succeed("token").line
        #expect(try await workspace.succeed("token --force-refresh").line != token)
    }

    /// RFC 8707: each resource has tokens of its own, also after both were refreshed.
    @Test(arguments: [false, true]) func tokenIsForTheResourceOfTheProfile(isPushed: Bool) async throws {
        let issuer = isPushed ? server.pushedIssuer : server.issuer
        try await signIn("add plain", at: issuer)
        try await signIn("add api --resource \(Glewlwyd.resource)", at: issuer)
        for _ in 0..<2 {
            #expect(try await audience("plain") != Glewlwyd.resource)
            #expect(try await audience("api") == Glewlwyd.resource)
        }
        try await workspace.succeed("sign-out api")
        try await workspace.succeed("token -p plain --force-refresh")
        expect(
            try await workspace.acct("token -p plain --resource https://other.example"),
            ExpectedError(64, "plain gets tokens for what it was added for"))
    }

    /// An issuer may demand a secret of a client that people sign in through (RFC 6749 section 2.3.1).
    @Test func personSignsInThroughAClientWithASecret() async throws {
        let secret = Data((Glewlwyd.applicationSecret + "\n").utf8)
        let client = Glewlwyd.confidentialClientID
        let without = try await signInRun("add web", at: server.issuer, client: client)
        #expect(without.status != 0 && without.error.contains("acct: "), "\(without)")
        let wrong = try await signInRun(
            "add web --client-secret-stdin --as-user", at: server.issuer, client: client, input: Data("x\n".utf8))
        // Glewlwyd's word for a wrong secret; RFC 6749 section 5.2 has invalid_client.
        expect(wrong, ExpectedError(1, "unauthorized_client"))
        let added = try await signInRun(
            "add web --client-secret-stdin --as-user", at: server.issuer, client: client, input: secret)
        try #require(added.status == 0, "\(added)")
        struct Row: Decodable { let kind, username, state: String }
        let row = try #require(try await workspace.succeed("list --json").json([Row].self).first)
        #expect(row.kind == "oidc" && row.username == "alice@glewlwyd.example" && row.state == "signedIn")
        let token = try await workspace.succeed("token").line
        #expect(try await workspace.succeed("token --force-refresh").line != token)
        // The secret goes with the sign-in.
        try await workspace.succeed("sign-out web")
        #expect(try await workspace.store.sqlite("SELECT count(*) FROM client_credential") == "0\n")
        let again = try await signInRun("sign-in web --client-secret-stdin", input: secret)
        try #require(again.status == 0, "\(again)")
        try await workspace.succeed("token --force-refresh")
    }

    @Test func pushedRequestThatIsRefusedOpensNoPage() async throws {
        let run = try await workspace.acct(
            "add api --resource https://other.example --timeout 30 --browser false",
            ["--issuer", server.pushedIssuer, "--client-id", server.clientID])
        expect(run, ExpectedError(1, "/api/par/par responded with status 403"))
        #expect(!run.error.contains("Opening the browser"), "\(run)")
    }

    /// The audience of a new access token.
    private func audience(_ profile: String) async throws -> String {
        let token = try await workspace.succeed("token -p \(profile) --force-refresh").line
        return try #require(try tokenClaims(of: token)["aud"] as? String)
    }

    /// Signs alice in as a person would in the browser. The redirect URI is registered before, since a pushed request is
    /// checked at once.
    private func signIn(_ line: String, at issuer: String) async throws {
        let run = try await signInRun(line, at: issuer, client: server.clientID)
        try #require(run.status == 0, "\(run)")
    }

    /// - Parameters:
    ///   - issuer: nil where the profile names it.
    ///   - input: the secret of the client.
    private func signInRun(
        _ line: String, at issuer: String? = nil, client: String? = nil, input: Data = Data()
    ) async throws -> Run {
        let redirectURI = "http://localhost:\(try ListeningPort.unused())"
        try await server.allow(redirectURI: redirectURI)
        let browser = try RecordedBrowser(in: workspace)
        var words = [Products.acct] + line.split(separator: " ").map(String.init)
        if let issuer { words += ["--issuer", issuer] }
        if let client { words += ["--client-id", client] }
        words += ["--redirect-uri", redirectURI, "--browser", browser.command, "--timeout", "30"]
        let waiting = try workspace.start(words, input: .bytes(input))
        let request = try await browser.request(openedBy: waiting)
        #expect((request.redirectURI == "") == (issuer == server.pushedIssuer), "\(request.url)")
        let reply = try await server.session(of: "alice").open(request.url + "&g_continue")
        _ = try await LoopbackHTTP().send(
            "GET", try #require(reply.header("Location"), "\(reply.status) \(reply.text)"))
        return try await waiting.run()
    }
}
