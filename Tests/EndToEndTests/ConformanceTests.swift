import Foundation
import Testing

/// The relying-party tests of the OpenID Foundation's conformance suite that apply to `acct`, a native client that uses the
/// authorization code flow with PKCE and reads the ID token directly from the token endpoint. A case with a counterpart
/// there has its name.
///
/// Left out:
/// - `userinfo-*`, `scope-userinfo-claims` and `discovery-jwks-uri-keys`: `acct` calls neither endpoint, which every case
///   checks. Without keys, nothing can be rotated (`signing-key-rotation*`).
/// - `missing-athash`, `invalid-chash`, `nonce-unless-code-flow` and the like: the implicit and the hybrid flow. In the code
///   flow a client may ignore `at_hash` (OpenID Connect Core 1.0 section 3.1.3.8).
/// - `discovery-webfinger-*`, `dynamic-registration`, `request-uri-*`, `3rd-party-init-login` and the logout plans: the user
///   names issuer and client, and no server can call `acct`.
@Suite(.needs(.sqlite3)) struct ConformanceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let deviation: MisbehavingIssuer.Deviation
        let expected: Outcome

        init(
            _ name: String, _ expected: Outcome, _ members: [MisbehavingIssuer.Deviation.Part: [String: String?]] = [:],
            document: (Int, String)? = nil, signature: String = "c2lnbmF0dXJl"
        ) {
            self.name = name
            deviation = MisbehavingIssuer.Deviation(members: members, document: document, signature: signature)
            self.expected = expected
        }

        var testDescription: String { name }
    }

    enum Outcome: Sendable {
        case accepted
        /// With this exit code and sentence.
        case refused(status: Int32 = 1, String)
    }

    @Test(arguments: idTokens, [MisbehavingIssuer.ResponseMode.query, .formPost])
    func idToken(test: Case, mode: MisbehavingIssuer.ResponseMode) async throws {
        try await check(test, mode)
    }

    @Test(arguments: tokenResponses) func tokenResponse(test: Case) async throws {
        try await check(test)
    }

    @Test(arguments: documents) func discovery(test: Case) async throws {
        try await check(test)
    }

    @Test(arguments: redirects, [MisbehavingIssuer.ResponseMode.query, .formPost])
    func redirect(test: Case, mode: MisbehavingIssuer.ResponseMode) async throws {
        try await check(test, mode)
    }

    /// Nothing asks for a response in the fragment, which no server can see.
    @Test func redirectWithAFragmentIsNoResponse() async throws {
        let test = Case("fragment", .refused(status: 7, "was not completed within 2 s"))
        try await check(test, .fragment)
    }

    @Test(arguments: refreshes) func refresh(test: Case) async throws {
        let workspace = try Workspace()
        let issuer = try MisbehavingIssuer(test.deviation)
        let run = try await signIn(at: issuer, .query, in: workspace)
        try #require(run.status == 0, "\(run)")
        let stored = try await workspace.store.dump()
        let token = try await workspace.acct("token --force-refresh")
        switch test.expected {
        case .accepted:
            #expect(token.line == "renewed", "\(token)")
            #expect(try await workspace.succeed("token").line == "renewed")
        case .refused(let status, let words):
            expect(token, ExpectedError(status, words))
            #expect(try await workspace.store.dump() == stored)
        }
        #expect(Set(issuer.requestedPaths) == ["/.well-known/openid-configuration", "/token"])
    }

    /// An endpoint may be on any host (OpenID Connect Discovery 1.0 section 3).
    @Test func tokenEndpointMayBeOnAnotherHost() async throws {
        let other = try MisbehavingIssuer()
        let issuer = try MisbehavingIssuer(
            .init(members: [.discovery: ["token_endpoint": #""\#(other.server.url)/token""#]]))
        let run = try await signIn(at: issuer, .query, in: try Workspace())
        // Its response was read; it names its own issuer.
        expect(run, ExpectedError(1, "comes from another issuer (\(other.server.url))"))
        #expect(issuer.requestedPaths == ["/.well-known/openid-configuration"] && other.requestedPaths == ["/token"])
    }

    private func check(_ test: Case, _ mode: MisbehavingIssuer.ResponseMode = .query) async throws {
        let workspace = try Workspace()
        let issuer = try MisbehavingIssuer(test.deviation)
        let run = try await signIn(at: issuer, mode, in: workspace)
        switch test.expected {
        case .accepted:
            #expect(run.status == 0, "\(run)")
            #expect(try await workspace.succeed("token").line == "first")
        case .refused(let status, let words):
            expect(run, ExpectedError(status, words))
            #expect(try await workspace.store.dump() == "")
        }
        #expect(Set(issuer.requestedPaths).isSubset(of: ["/.well-known/openid-configuration", "/token"]))
    }

    /// Adds a profile. The sign-in page is reached unless discovery fails.
    private func signIn(
        at issuer: MisbehavingIssuer, _ mode: MisbehavingIssuer.ResponseMode, in workspace: Workspace
    ) async throws -> Run {
        try await TestSlots.shared.withSlot {
            let browser = try RecordedBrowser(in: workspace)
            let adding = try workspace.start([
                Products.acct, "add", "jane", "--issuer", issuer.server.url, "--client-id", MisbehavingIssuer.clientID,
                "--browser", browser.command, "--timeout", mode == .fragment ? "2" : "60",
            ])
            if let request = try? await browser.request(openedBy: adding) { try await issuer.redirect(request, mode) }
            return try await adding.run()
        }
    }
}
