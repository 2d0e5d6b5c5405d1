import AuthCore
import Testing

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
}
