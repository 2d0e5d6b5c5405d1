import AccountProfiles
import AuthCore
import Testing

@testable import AcctCommands

/// The action that the ladder sees for a token.
@Suite struct TokenActionTests {
    static let resources: [(resource: String, clouds: Set<Cloud>)] = [
        ("https://graph.microsoft.com", [.global]), ("https://graph.microsoft.us/.default", [.usgov]),
        ("https://dod-graph.microsoft.us", [.dod]), ("https://microsoftgraph.chinacloudapi.cn", [.china]),
        ("https://management.azure.com/", [.global]), ("https://vault.azure.net/.default", [.global]),
        ("https://account.blob.core.windows.net", [.global]), ("https://database.windows.net/", [.global]),
        ("https://management.usgovcloudapi.net", [.usgov, .dod]), ("https://vault.usgovcloudapi.net", [.usgov, .dod]),
        ("https://account.blob.core.usgovcloudapi.net:443/x", [.usgov, .dod]),
        ("https://database.usgovcloudapi.net/", [.usgov, .dod]), ("https://MANAGEMENT.chinacloudapi.cn", [.china]),
        ("https://vault.azure.cn", [.china]), ("https://contoso.sharepoint.us", [.usgov]),
        ("https://contoso.sharepoint.com", [.global]),
        // Not known: an API of somebody's own, and a host that only ends like one of Microsoft's.
        ("api://11111111-0000-4000-8000-000000000000/read", []), ("https://contoso.example/api", []),
        ("https://notazure.com", []), ("https://azure.com.example", []), ("User.Read", []),
    ]

    @Test(arguments: resources)
    func resourceHostTellsItsClouds(resource: String, clouds: Set<Cloud>) {
        let action = Action(tokenFor: resource)
        #expect(action.clouds == clouds)
        #expect(!action.needsGraph && !action.isWrite)
    }

    @Test(arguments: [
        ("https://management.usgovcloudapi.net", "gov"), ("https://management.azure.com", "work"),
        ("https://contoso.example/api", "work"),
    ])
    func tokenGoesToAProfileInTheCloudOfItsResource(resource: String, name: String) throws {
        let action = Action(tokenFor: resource)
        let profiles = try ["work", "fabrikam", "gov"].map(SelectionScenario.profile)
        let context = SelectionContext(action: action, current: try ProfileName("work"))
        #expect(try Ladder(profiles: profiles, context: context).select().profile.name.text == name)
    }

    /// Scopes without a resource say nothing of it.
    @Test(arguments: [["openid", "https://vault.azure.cn/.default"], ["openid https://vault.azure.cn/.default"]])
    func scopeWithAResourceCounts(scopes: [String]) {
        #expect(TokenInvocation(scopes: scopes).action.clouds == [.china])
    }

    @Test func hostThatResemblesADomainDecidesNoToken() throws {
        let profiles = try ["work", "fabrikam", "gov"].map(SelectionScenario.profile)
        var context = SelectionContext(
            action: Action(tokenFor: "https://fabrikam.sharepoint.com/.default"), current: try ProfileName("work"))
        #expect(throws: SelectionError.self) { try Ladder(profiles: profiles, context: context).select() }
        context.usageHistory.domains = [
            try SelectionScenario.profile("fabrikam").tenantID: ["fabrikam.example", "fabrikam.onmicrosoft.com"]
        ]
        #expect(try Ladder(profiles: profiles, context: context).select().profile.name.text == "fabrikam")
    }

    @Test func tokenForAnotherCloudThanAnyProfilesIsRefused() throws {
        let context = SelectionContext(
            action: Action(tokenFor: "https://vault.azure.cn"), current: try ProfileName("work"))
        let ladder = Ladder(profiles: try ["work", "gov"].map(SelectionScenario.profile), context: context)
        #expect(throws: SelectionError.self) { try ladder.select() }
    }
}
