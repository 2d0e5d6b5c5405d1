import AccountProfiles
import AuthCore
import Testing

@testable import AcctCommands

/// The scopes of a token for Graph, for profiles whose own scopes are of another resource.
@Suite struct ScopesForGraphTests {
    @Test(
        arguments: [
            ("login.microsoftonline.com", "https://graph.microsoft.com", "https://graph.microsoft.com/.default"),
            ("login.microsoftonline.us", "https://graph.microsoft.us", "https://graph.microsoft.us/.default"),
            // The login host is that of US Government, the Graph endpoint is not.
            ("login.microsoftonline.us", "https://dod-graph.microsoft.us", "https://dod-graph.microsoft.us/.default"),
            (
                "login.partner.microsoftonline.cn", "https://microsoftgraph.chinacloudapi.cn",
                "https://microsoftgraph.chinacloudapi.cn/.default"
            ),
            // A gateway before Graph.
            ("login.microsoftonline.com", "https://gateway.example", "https://graph.microsoft.com/.default"),
            // A cloud that acct does not know.
            ("login.cloud.example", "https://graph.cloud.example", "https://graph.cloud.example/.default"),
            ("login.cloud.example", "http://localhost:8080", "https://graph.microsoft.com/.default"),
            ("localhost:8443", "https://localhost:8444", "https://graph.microsoft.com/.default"),
        ])
    func tokenIsForTheGraphOfTheProfilesCloud(host: String, graph: String, scope: String) throws {
        var profile = try Profile.work(graph: graph)
        profile.authority = try Authority(kind: .entra, url: "https://\(host)/\(profile.tenantID)")
        profile.scopes = ["https://vault.azure.net/user_impersonation"]
        #expect(profile.scopesForGraph?.names == [scope])
        profile.scopes = ["User.Read"]
        #expect(profile.scopesForGraph == nil)
    }

    @Test func scopesOfAProfileAreForItsOwnGraph() throws {
        let scopes = try Profile.work(graph: "https://graph.own.example").scopes
        #expect(scopes.contains("https://graph.own.example/User.Read"))
        #expect(!scopes.contains("https://graph.microsoft.com/User.Read"))
    }
}
