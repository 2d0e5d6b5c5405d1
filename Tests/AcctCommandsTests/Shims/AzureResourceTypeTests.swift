import AccountProfiles
import AuthCore
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct AzureResourceTypeTests {
    @Test(arguments: [
        ("https://login.microsoftonline.com/b", "https://graph.microsoft.com", Cloud.global),
        ("https://login.microsoftonline.us/b", "https://dod-graph.microsoft.us", .dod),
        ("http://localhost:5000/b", "http://localhost:5000", .global),
    ])
    func resourcesAreThoseOfTheProfilesCloud(authority: String, graph: String, cloud: Cloud) throws {
        var profile = try Profile.work(graph: graph)
        profile.authority = try Authority(kind: .entra, url: authority)
        #expect(try profile.azureCloud == cloud)
        #expect(try profile.managementScopes.names == ["\(cloud.olderResourceManager)//.default"])
    }

    /// A token for the Resource Manager of the global cloud would be of no use there.
    @Test func unknownCloudHasNoResources() throws {
        let profile = try Profile.work()
        let failure = try #require(throws: Failure.self) { try profile.managementScopes }
        #expect(failure.kind == .usage && failure.message.contains("--resource"))
    }

    /// A tool must not take an unknown cloud for the global one.
    @Test(arguments: [
        ("https://login.microsoftonline.com/b", "AzureCloud"),
        ("https://login.microsoftonline.us/b", "AzureUSGovernment"),
        ("http://localhost:5000/b", "AzureCloud"), ("https://login.example:8443/b", "login.example:8443"),
    ])
    func accountNamesItsCloud(authority: String, name: String) throws {
        var profile = try Profile.work(graph: authority.contains(".us/") ? "https://graph.microsoft.us" : "https://g")
        profile.authority = try Authority(kind: .entra, url: authority)
        let account = AzureSubscription(tenantOf: profile).description(for: profile)
        #expect(account["environmentName"] == .string(name))
    }
}
