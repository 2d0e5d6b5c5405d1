import AuthCore
import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct SharePointHostTests {
    @Test(arguments: [
        ("contoso.sharepoint.com", "contoso", Cloud.global), ("Contoso.SharePoint.com", "contoso", .global),
        ("contoso-my.sharepoint.com", "contoso", .global), ("contoso-admin.sharepoint.com", "contoso", .global),
        ("contoso.sharepoint.us", "contoso", .usgov), ("contoso-my.sharepoint.us", "contoso", .usgov),
        ("contoso.sharepoint-mil.us", "contoso", .dod), ("contoso-my.sharepoint.cn", "contoso", .china),
        ("a-b.sharepoint.com", "a-b", .global), ("my.sharepoint.com", "my", .global),
    ])
    func sharePointHostHasATenantAndACloud(host: String, tenant: String, cloud: Cloud) throws {
        let host = try #require(SharePointHost(host))
        #expect(host.tenantName == tenant)
        #expect(host.cloud == cloud)
        #expect(host.name == host.name.lowercased())
    }

    @Test(arguments: [
        "", "sharepoint.com", ".sharepoint.com", "-my.sharepoint.com", "contoso.sharepoint.com.evil.example",
        "contoso.sharepoint.de", "a.b.sharepoint.com", "contoso.sharepoint.com:443", "cöntoso.sharepoint.com",
        "graph.microsoft.com", "contoso sharepoint.com",
    ])
    func otherHostIsNotASharePointHost(host: String) {
        #expect(SharePointHost(host) == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsAccepted(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let host = SharePointHost(generator.text(upTo: 40) + ".sharepoint.com")
            #expect(host?.tenantName.isEmpty != true)
        }
    }
}
