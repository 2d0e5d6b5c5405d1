import Foundation
import Testing

/// Sign-in with default authorities, and requests that stay with the hosts of their cloud.
@Suite(.needs(.openssl, .socat, .sqlite3)) struct PublicHostsTests {
    private static let global: Set = ["login.microsoftonline.com:443", "graph.microsoft.com:443"]

    private func profiles(_ hosts: PublicHosts) async throws -> [SignInTests.Profile] {
        try await hosts.succeed("list --json").json()
    }

    /// Expects token requests at the login host only and Graph requests at the Graph host only, by their paths.
    private func expectTokensStayOn(
        _ hosts: PublicHosts, login: String, graph: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let paths = try await hosts.paths()
        #expect(Set(paths.keys).isSubset(of: [login, graph]), "\(paths)", sourceLocation: sourceLocation)
        #expect(paths[graph]?.allSatisfy { $0.hasPrefix("/v1.0/") } ?? true, "\(paths)", sourceLocation: sourceLocation)
        let isGraphs = { (path: String) in path.hasPrefix("/v1.0") || path.hasPrefix("/beta") }
        #expect(paths[login]?.contains(where: isGraphs) == false, "\(paths)", sourceLocation: sourceLocation)
    }

    @Test func globalCloudIsTheDefault() async throws {
        try await PublicHosts.run { hosts in
            try await hosts.succeed("add work", hosts.signIn(as: "alice@contoso.example"))
            let profile = try #require(try await profiles(hosts).first)
            #expect(profile.authority == "https://login.microsoftonline.com/common")
            #expect(profile.graph == "https://graph.microsoft.com" && profile.kind == "work")
            #expect(profile.homeAccountId == World.alice)
            #expect(try await hosts.succeed("graph /me?$select=displayName").text.contains("Alice Ångström"))
            let token = try await hosts.succeed("token").line
            #expect(try await hosts.succeed("token").line == token)
            try await hosts.sandbox.store.expireAccessTokens()
            #expect(try await hosts.succeed("token").line != token)
            #expect(try await hosts.sandbox.requests("refresh_token").map(\.host) == ["login.microsoftonline.com"])
            try await hosts.succeed("sign-out work")
            expect(
                try await hosts.acct("token"), ExpectedError(4, "work is signed out.", run: "acct sign-in work"))
            #expect(hosts.proxy.targets == Self.global)
            try await expectTokensStayOn(hosts, login: "login.microsoftonline.com", graph: "graph.microsoft.com")
        }
    }

    @Test func deviceCodeIsTypedOnTheCloudsPage() async throws {
        try await PublicHosts.run { hosts in
            let waiting = try hosts.sandbox.workspace.start(
                [Products.acct, "add", "bob", "--device-code", "--client-id", hosts.sandbox.server.clientId],
                environment: hosts.environment())
            let code = try await hosts.sandbox.userCode(shownBy: waiting)
            #expect(waiting.error.contains("open https://login.microsoftonline.com/device on any device"))
            let browsing = try await hosts.sandbox.browse(
                "--as bob@contoso.example --port \(hosts.sandbox.port) --code \(code)",
                "https://login.microsoftonline.com/device")
            #expect(browsing.status == 0, "\(browsing)")
            #expect(try await waiting.run().status == 0, "\(waiting.error)")
            #expect(try await hosts.succeed("graph /me -p bob").text.contains("Bob O'Neil"))
        }
    }

    @Test func tenantPersonalAccountAndAppSignIn() async throws {
        try await PublicHosts.run { hosts in
            let daemon = hosts.sandbox.server.daemon
            try await hosts.succeed("add fabrikam --tenant fabrikam.example", hosts.signIn(as: "dana@contoso.example"))
            try await hosts.succeed("add home --tenant consumers", hosts.signIn(as: "sam@contoso.example"))
            try await hosts.sandbox.succeed(
                "add report --tenant contoso.example --client-secret-stdin --client-id \(daemon.clientId)",
                input: Data(daemon.clientSecret.utf8), environment: hosts.environment())
            let kinds = try await profiles(hosts).reduce(into: [:]) { $0[$1.name] = [$1.kind, $1.tenantId] }
            #expect(
                kinds == [
                    "fabrikam": ["work", World.fabrikam], "home": ["personal", World.personal],
                    "report": ["app", World.contoso],
                ])
            let pages = try await hosts.succeed("graph /users?$top=100&$select=id -p report --ndjson --max-items 250")
            #expect(pages.text.split(separator: "\n").count == 250)
            for name in ["fabrikam", "home"] { try await hosts.succeed("graph /me -p \(name)") }
            try await expectTokensStayOn(hosts, login: "login.microsoftonline.com", graph: "graph.microsoft.com")
        }
    }

    @Test(arguments: [
        ("usgov", "login.microsoftonline.us", "graph.microsoft.us"),
        ("dod", "login.microsoftonline.us", "dod-graph.microsoft.us"),
        ("china", "login.partner.microsoftonline.cn", "microsoftgraph.chinacloudapi.cn"),
    ])
    func nationalCloudUsesItsOwnHostsOnly(cloud: String, login: String, graph: String) async throws {
        try await PublicHosts.run { hosts in
            try await hosts.succeed("add gov --cloud \(cloud)", hosts.signIn(as: "alice@contoso.example"))
            #expect(try await hosts.succeed("graph /me").text.contains("https://\(graph)/v1.0/$metadata"))
            try await hosts.sandbox.store.expireAccessTokens()
            try await hosts.succeed("token")
            #expect(hosts.proxy.targets == ["\(login):443", "\(graph):443"])
            try await expectTokensStayOn(hosts, login: login, graph: graph)
            let elsewhere = try await hosts.acct("graph https://graph.microsoft.com/v1.0/me -p gov")
            #expect(elsewhere.status == 5 || elsewhere.status == 3, "\(elsewhere)")
            #expect(!hosts.proxy.targets.contains("graph.microsoft.com:443"))
        }
    }

    /// The user typed the host, and its discovery document names its Graph.
    @Test func unknownCloudIsTrustedByItsTypedHost() async throws {
        try await PublicHosts.run { hosts in
            try await hosts.succeed(
                "add bleu --authority https://login.sovcloud-identity.fr/contoso.example",
                hosts.signIn(as: "alice@contoso.example"))
            try await hosts.succeed("graph /me")
            #expect(hosts.proxy.targets == ["login.sovcloud-identity.fr:443", "graph.svc.sovcloud.fr:443"])
            try await expectTokensStayOn(hosts, login: "login.sovcloud-identity.fr", graph: "graph.svc.sovcloud.fr")
        }
    }

    /// The user has the same ids in both clouds.
    @Test func sameUserInTwoCloudsIsTwoAccounts() async throws {
        try await PublicHosts.run { hosts in
            try await hosts.succeed("add work", hosts.signIn(as: "alice@contoso.example"))
            try await hosts.succeed("add gov --cloud usgov", hosts.signIn(as: "alice@contoso.example"))
            let token = try await hosts.succeed("token -p work").line
            let work = try await hosts.sandbox.store.rows(of: World.alice).filter { !$0.contains("microsoftonline.us") }
            #expect(try await hosts.succeed("token -p gov").line != token)
            try await hosts.succeed("sign-out gov")
            #expect(try await hosts.sandbox.states() == ["work": "signedIn", "gov": "signedOut"])
            let left = try await hosts.sandbox.store.rows(of: World.alice)
                .filter { !$0.contains("microsoftonline.us") }
            #expect(left == work)
            #expect(try await hosts.succeed("token -p work").line == token)
        }
    }
}
