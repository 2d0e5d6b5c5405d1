import Testing

@testable import AuthCore

@Suite struct CloudTests {
    @Test(arguments: [
        ("login.microsoftonline.com", Cloud.global), ("login.windows.net", .global), ("login.microsoft.com", .global),
        ("sts.windows.net", .global), ("login.microsoftonline.us", .usgov), ("login.usgovcloudapi.net", .usgov),
        ("login.partner.microsoftonline.cn", .china), ("login.chinacloudapi.cn", .china), ("login.example.com", nil),
        ("evil.login.microsoftonline.com", nil), ("", nil),
    ])
    func everyNameOfALoginHostIsKnown(host: String, cloud: Cloud?) {
        #expect(Cloud(loginHost: host) == cloud)
    }

    @Test(arguments: Cloud.allCases)
    func everyCloudHasItsOwnGraph(cloud: Cloud) throws {
        #expect(cloud.graph.hasPrefix("https://"))
        #expect(Cloud.allCases.filter { $0.graph == cloud.graph } == [cloud])
        #expect(try Authority(cloud: cloud, tenant: "common").url == "https://\(cloud.loginHost)/common")
    }

    @Test func noCloudTakesTheTokensOfAnother() {
        #expect(Cloud.preferredHost(for: "login.microsoftonline.us") != Cloud.preferredHost(for: "login.windows.net"))
        #expect(Cloud.preferredHost(for: "login.chinacloudapi.cn") != Cloud.preferredHost(for: "login.windows.net"))
    }
}
