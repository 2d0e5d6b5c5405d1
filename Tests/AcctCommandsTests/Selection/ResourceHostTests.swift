import AuthCore
import Testing

@testable import AcctCommands

@Suite struct ResourceHostTests {
    @Test(arguments: [
        ("management.azure.com", ["management.azure.com", "management.core.windows.net"]),
        ("management.core.windows.net", ["management.core.windows.net", "management.azure.com"]),
        ("management.core.usgovcloudapi.net", ["management.core.usgovcloudapi.net", "management.usgovcloudapi.net"]),
        ("management.chinacloudapi.cn", ["management.chinacloudapi.cn", "management.core.chinacloudapi.cn"]),
        ("core.windows.net", ["core.windows.net"]), ("graph.microsoft.com", ["graph.microsoft.com"]), ("", [""]),
    ])
    func resourceManagerHasTwoNamesInEachCloud(host: String, names: [String]) {
        #expect(Cloud.names(ofResourceHost: host) == names)
    }

    @Test(arguments: Cloud.allCases) func resourceManagerIsThatOfTheCloud(cloud: Cloud) throws {
        #expect(try Authority(cloud: cloud, tenant: "common").resourceManager == cloud.resourceManager)
        #expect(cloud.resourceManager.hasPrefix("https://management."))
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/common", "http://127.0.0.1:8080"), ("https://login.example/common", nil),
    ])
    func resourceManagerOutsideOfTheClouds(url: String, origin: String?) throws {
        #expect(try Authority(url: url).resourceManager == origin)
    }
}
