import HostileInput
import Testing

@testable import AuthCore

@Suite struct ScopesTests {
    private static let global = "https://graph.microsoft.com"

    @Test(
        arguments: [
            ("User.Read", "user.read", nil), ("User.Read", "https://graph.microsoft.com/User.Read", global),
            ("https://graph.microsoft.us/Mail.Send", "MAIL.SEND", "https://graph.microsoft.us"),
            ("https://graph.own.example/Mail.Send", "Mail.Send", "https://Graph.Own.Example"),
            ("00000003-0000-0000-c000-000000000000/Mail.Send", "Mail.Send", nil),
            ("HTTPS://Graph.Microsoft.Com/User.Read", "User.Read", global),
        ] as [(String, String, String?)])
    func spellingsOfOnePermissionAreEqual(left: String, right: String, graph: String?) {
        let (one, other) = (Scopes([left], graph: graph), Scopes([right], graph: graph))
        #expect(one.contains(right))
        #expect(other.contains(left))
        #expect(Scopes([left, right], graph: graph).names == [left])
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
    }

    /// A cached token of one cloud must not be given for the Graph of another.
    @Test(arguments: [
        "https://microsoftgraph.chinacloudapi.cn/User.Read", "https://graph.microsoft.us/.default",
        "https://dod-graph.microsoft.us/User.Read", "https://graph.own.example/.default",
    ])
    func graphOfAnotherCloudIsAnotherResource(name: String) {
        let wanted = Scopes([name], graph: Self.global)
        #expect(wanted.missing(from: ["User.Read"]) == wanted && !wanted.areForGraph)
        #expect(Scopes([name, "User.Read"], graph: Self.global).byResource.count == 2)
    }

    /// The cache does not store which Graph its scopes are for, and the request knows it.
    @Test func comparisonIsByTheGraphOfEitherSide() {
        let (short, long): (Scopes, Scopes) = (["User.Read"], ["https://graph.own.example/User.Read"])
        let graph = "https://graph.own.example"
        for (wanted, granted) in [(short, long), (long, short)] {
            #expect(wanted.relative(to: graph).missing(from: granted).isEmpty)
            #expect(wanted.missing(from: granted.relative(to: graph)).isEmpty)
            #expect(wanted.without(granted.relative(to: graph)).isEmpty)
            #expect(!wanted.missing(from: granted).isEmpty)
        }
        #expect(short.relative(to: graph).union(long).names == short.names)
    }

    @Test(arguments: [
        ("User.Read", "User.ReadWrite"), ("https://vault.azure.net/User.Read", "User.Read"),
        ("https://graph.microsoft.com.evil.example/User.Read", "User.Read"), ("openid", "profile"),
    ])
    func differentPermissionsAreUnequal(left: String, right: String) {
        #expect(!Scopes([left]).contains(right))
        #expect(Scopes([left, right]).names == [left, right])
        #expect(Scopes([left]) != Scopes([right]))
    }

    @Test(arguments: [
        ("", []), ("   ", []), ("a", ["a"]), ("b a", ["b", "a"]), (" a\t\tb\r\nc ", ["a", "b", "c"]),
        ("a A a", ["a"]),
    ])
    func parsesTheSpaceSeparatedForm(text: String, names: [String]) {
        #expect(Scopes(spaceSeparated: text).names == names)
        #expect(Scopes(spaceSeparated: text).isEmpty == names.isEmpty)
        #expect(Scopes(spaceSeparated: text).spaceSeparated == names.joined(separator: " "))
    }

    @Test func preservesTheOrderAndIgnoresItInComparison() {
        let scopes: Scopes = ["b", "a"]
        #expect(scopes.names == ["b", "a"])
        #expect(scopes == ["a", "b"])
        #expect(scopes.union(["c", "B"]).names == ["b", "a", "c"])
    }

    @Test func addsAndRemovesOpenIDScopes() {
        #expect(Scopes(["User.Read"]).union(.forIDToken).names == ["User.Read", "openid", "profile", "offline_access"])
        #expect(Scopes(["offline_access"]).union(.forIDToken).names == ["offline_access", "openid", "profile"])
        #expect(Scopes(["User.Read", "OpenID", "email"]).withoutOpenID.names == ["User.Read"])
    }

    @Test(arguments: [
        (["User.Read"], ["User.Read", "Mail.Read"], []),
        (["user.read", "Mail.Send"], ["User.Read"], ["Mail.Send"]),
        (["https://graph.microsoft.com/User.Read"], ["User.Read"], []),
        (["openid", "profile", "offline_access", "email"], [], []),
        (["https://graph.microsoft.com/.default"], ["User.Read"], []), ([".default"], ["User.Read"], []),
        (["https://vault.azure.net/.default"], ["https://vault.azure.net/user_impersonation"], []),
        (["https://vault.azure.net/.default"], ["https://vault.azure.net/.default"], []),
        (
            ["https://management.core.windows.net//.default"],
            ["https://management.core.windows.net//user_impersonation"], []
        ),
        (
            ["499b84ac-1321-427f-aa17-267ca6975798/.default"],
            ["499b84ac-1321-427f-aa17-267ca6975798/user_impersonation"], []
        ),
        (["00000003-0000-0000-c000-000000000000/.default"], ["User.Read"], []),
        (["User.Read"], [], ["User.Read"]), ([], ["User.Read"], []),
    ])
    func findsTheScopesThatWereNotGranted(wanted: [String], granted: [String], missing: [String]) {
        #expect(Scopes(wanted, graph: Self.global).missing(from: Scopes(granted)).names == missing)
    }

    @Test(arguments: [
        ("https://vault.azure.net/.default", "User.Read"), (".default", "https://vault.azure.net/user_impersonation"),
        ("https://graph.microsoft.com/.default", "https://vault.azure.net/.default"),
        ("https://graph.microsoft.com/.default", "499b84ac-1321-427f-aa17-267ca6975798/user_impersonation"),
        (".default", "499b84ac-1321-427f-aa17-267ca6975798/.default"),
        ("https://vault.azure.net/.default", "https://vault.azure.net.evil.example/user_impersonation"),
    ])
    func defaultScopeIsOfOneResource(wanted: String, granted: String) {
        #expect(Scopes([wanted], graph: Self.global).missing(from: [granted]).names == [wanted])
    }

    private static let groups: [(all: [String], groups: [[String]], resource: String?)] = [
        (
            ["User.Read", "https://graph.microsoft.com/Mail.Read"],
            [["User.Read", "https://graph.microsoft.com/Mail.Read"]], ""
        ),
        (
            ["User.Read", "https://vault.azure.net/.default"], [["User.Read"], ["https://vault.azure.net/.default"]], ""
        ),
        (
            ["https://Vault.azure.net/.default", "User.Read"],
            [["https://Vault.azure.net/.default"], ["User.Read"]], "https://Vault.azure.net"
        ),
        (
            ["api://one/read", "api://two/read", "api://one/write"],
            [["api://one/read", "api://one/write"], ["api://two/read"]], "api://one"
        ),
        (
            ["499b84ac-1321-427f-aa17-267ca6975798/user_impersonation", "User.Read"],
            [["499b84ac-1321-427f-aa17-267ca6975798/user_impersonation"], ["User.Read"]],
            "499b84ac-1321-427f-aa17-267ca6975798"
        ),
        (["openid", "profile"], [], nil), (["openid", "User.Read"], [["User.Read"]], ""), ([], [], nil),
    ]

    @Test(arguments: groups)
    func scopesAreGroupedByResource(all: [String], groups: [[String]], resource: String?) {
        let all = Scopes(all, graph: Self.global)
        #expect(all.byResource.map(\.names) == groups)
        #expect(all.resource == resource)
    }

    @Test(arguments: [
        (["User.Read", "openid"], true), ([".default"], true), (["https://graph.microsoft.com/.default"], true),
        (["00000003-0000-0000-c000-000000000000/Mail.Read"], true), (["openid"], false), ([], false),
        (["499b84ac-1321-427f-aa17-267ca6975798/user_impersonation"], false), (["User.Read", "api://one/read"], false),
    ])
    func scopesOfGraphHaveNoOtherResource(names: [String], areForGraph: Bool) {
        #expect(Scopes(names, graph: Self.global).areForGraph == areForGraph)
    }

    @Test func tokenIsForOneResourceExceptThatOfAnyOtherIssuer() throws {
        let all: Scopes = ["email", "User.Read", "https://vault.azure.net/.default"]
        let entra = try Authority(cloud: .global, tenant: "common")
        #expect(all.forOneToken(from: entra).names == ["User.Read"])
        let openID: Scopes = ["openid", "email"]
        #expect(openID.forOneToken(from: entra).names == ["openid", "email"])
        let issuer = try OIDCIssuer.authority()
        #expect(all.forOneToken(from: issuer).names == all.names)
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextRoundTrips(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let scopes = Scopes(spaceSeparated: generator.text(upTo: 40))
            #expect(Scopes(spaceSeparated: scopes.spaceSeparated).names == scopes.names)
            #expect(scopes.names.allSatisfy(scopes.contains))
            #expect(scopes.union(scopes).names == scopes.names)
            #expect(scopes.missing(from: scopes).isEmpty)
            #expect(Set(scopes.byResource.flatMap(\.names)) == Set(scopes.withoutOpenID.names))
        }
    }
}
