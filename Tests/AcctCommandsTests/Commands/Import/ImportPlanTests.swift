import AccountProfiles
import AccountStore
import AuthCore
import Foundation
import Testing

@testable import AcctCommands

/// The outcome for each sign-in of an imported file.
@Suite struct ImportPlanTests {
    private static let tenant = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    private static let azure = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"

    private func signIns(_ clients: String..., scopes: String = "Mail.Read") throws -> [CachedSignIn] {
        let tokens = clients.enumerated().map { index, client in
            """
            "\(index)":{"home_account_id":"u.\(Self.tenant)","environment":"login.windows.net","client_id":"\(client)",
            "realm":"\(Self.tenant)","target":"\(scopes)","secret":"AT","expires_on":"9999999999","cached_at":"1"}
            """
        }
        let account = """
            "a":{"home_account_id":"u.\(Self.tenant)","environment":"login.windows.net","realm":"\(Self.tenant)",
            "username":"alice@contoso.example"}
            """
        let file = #"{"AccessToken":{\#(tokens.joined(separator: ","))},"Account":{\#(account)}}"#
        return try UnifiedCache(Data(file.utf8)).contents(now: Date()).signIns
    }

    private func plan(
        _ signIns: [CachedSignIn], existing: [Profile] = [], graph: String? = nil, name: String? = nil
    ) throws -> ImportPlan {
        try ImportPlan(
            signIns, existing: existing, ownClientID: "own", graph: graph, name: name.map { try ProfileName($0) })
    }

    @Test func ownClientIsImportedWithTokensAndScopes() throws {
        let step = try #require(try plan(signIns("c")).steps.first)
        #expect(step.withoutTokens == nil && !step.imported.exists && step.imported.grant.accessToken != nil)
        #expect(step.profile.name.text == "contoso" && step.profile.clientID == "c")
        #expect(step.profile.scopes == ["Mail.Read"] && step.profile.graph == Cloud.global.graph)
        #expect(step.profile.kind == .work && step.profile.username == "alice@contoso.example")
    }

    @Test func firstPartyClientIsImportedWithoutTokens() throws {
        let step = try #require(try plan(signIns(Self.azure)).steps.first)
        #expect(step.withoutTokens != nil && step.profile.clientID == "own" && step.profile.scopes == ["User.Read"])
        #expect(
            step.imported.grant.accessToken == nil && step.imported.grant.refreshToken == nil
                && step.imported.grant.idToken == nil)
    }

    @Test func twoFirstPartyClientsBecomeOneProfile() throws {
        let plan = try plan(signIns(Self.azure, "1950a258-227b-4e31-a9cf-717495945fc2"))
        #expect(plan.steps.count == 1)
    }

    @Test func scopesOfAnotherResourceAreNotDefaultScopes() throws {
        let step = try plan(signIns("c", scopes: "https://management.azure.com/.default")).steps.first
        #expect(step?.profile.scopes == ["User.Read"])
    }

    @Test func existingProfileKeepsItsNameAndSettings() throws {
        var mine = try #require(try plan(signIns("c")).steps.first).profile
        mine.name = try ProfileName("mine")
        mine.scopes = ["Files.Read"]
        let step = try #require(try plan(signIns("c"), existing: [mine]).steps.first)
        #expect(step.imported.exists && step.profile == mine)
    }

    /// A guest in the realm, with the name that the file has for the account there.
    private func guest(_ username: String, in realm: String) -> String {
        """
        {"Account":{"a":{"home_account_id":"u.\(Self.tenant)","environment":"login.windows.net","realm":"\(realm)",
        "username":"\(username)"}},"AccessToken":{"t":{"home_account_id":"u.\(Self.tenant)",
        "environment":"login.windows.net","client_id":"c","realm":"\(realm)","target":"Mail.Read","secret":"AT",
        "expires_on":"9999999999","cached_at":"1"}}}
        """
    }

    @Test(
        arguments: [
            ("dana@contoso.example", [:], "tenant-fab00000"),
            ("dana@contoso.example", ["fab00000-0000-4000-8000-000000000001": ["fabrikam.example"]], "fabrikam"),
            ("dana_contoso.example#EXT#@fabrikam.example", [:], "fabrikam"),
        ] as [(String, [String: Set<String>], String)])
    func guestsProfileIsNamedForTheTenant(username: String, domains: [String: Set<String>], name: String) throws {
        let file = guest(username, in: "fab00000-0000-4000-8000-000000000001")
        let signIns = try UnifiedCache(Data(file.utf8)).contents(now: Date()).signIns
        let plan = try ImportPlan(
            signIns, existing: [], ownClientID: "own", graph: nil, name: nil, domains: domains)
        #expect(plan.steps.map(\.profile.name.text) == [name])
        #expect(plan.steps.map(\.profile.isGuest) == [true])
    }

    @Test func namesAreDistinctAndNameOptionIsForOneProfile() throws {
        #expect(try plan(signIns("c", "d")).steps.map(\.profile.name.text) == ["contoso", "contoso-alice"])
        #expect(try plan(signIns("c"), name: "mine").steps.map(\.profile.name.text) == ["mine"])
        #expect(throws: Failure.severalProfilesForName(2)) { try plan(signIns("c", "d"), name: "mine") }
    }
}
