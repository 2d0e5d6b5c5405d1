import Testing

@testable import AcctCommands

/// The value of a proxy's variable, as libcurl reads it.
@Suite struct ProxyAddressTests {
    @Test(arguments: [
        ("proxy.example.com", "proxy.example.com", 1080), ("http://proxy:8080", "proxy", 8080),
        ("https://proxy", "proxy", 443), ("http://proxy:8080/", "proxy", 8080), ("SOCKS5H://proxy:1", "proxy", 1),
        ("http://person:p@ss:word@proxy:3128", "proxy", 3128), ("http://[::1]:8080", "::1", 8080),
        ("[::1]", "::1", 1080),
    ])
    func hostAndPortAreRead(text: String, host: String, port: Int) throws {
        let address = try #require(ProxyAddress(text))
        #expect(address.host == host && address.port == port)
    }

    @Test(arguments: [
        "http://", "ftp://proxy", "http://proxy:0", "http://proxy:65536", "http://proxy:port", "http://a b",
        "http://person@",
        "http://:8080", "http://[::1", "http://[::1]8080", "proxy:", "\u{1B}[0m",
    ])
    func otherTextIsRefused(text: String) {
        #expect(ProxyAddress(text) == nil)
    }
}
