import HTTPTransport
import Testing

@Suite struct HTTPOriginTests {
    @Test(arguments: [
        ("https://graph.microsoft.com/v1.0/me", "https://graph.microsoft.com:443"),
        ("HTTPS://Graph.Microsoft.COM:8443", "https://graph.microsoft.com:8443"),
        ("http://localhost/", "http://localhost:80"),
        ("http://[::1]:81/", "http://[::1]:81"),
        ("http://[0:0:0:0:0:0:0:1]:81/", "http://[::1]:81"),
        // As inet_aton reads numbers, because that is where the connection would go.
        ("https://0x7f.1/", "https://127.0.0.1:443"),
        ("https://2130706433/", "https://127.0.0.1:443"),
        ("https://%67raph.example/", "https://graph.example:443"),
        ("https://a.example?b@c", "https://a.example:443"),
        ("https://a.example#@evil.example", "https://a.example:443"),
    ])
    func originsAreParsedAsLibcurlContactsThem(url: String, expected: String) {
        #expect(HTTPOrigin(url: url)?.description == expected)
    }

    @Test(arguments: [
        "", "/v1.0/me", "graph.microsoft.com", "//graph.microsoft.com/", "ftp://a.example/", "file:///etc/passwd",
        "javascript:alert(1)", "https://user@a.example/", "https://user:pw@a.example/", "https://:pw@a.example/",
        "https://a.example\\@evil.example/", "https://a b.example/", "https://a.example/ b", "https://a.example/\u{0}",
        "https://a.example/\r\nX: y", "https://a.example:99999/", "https://", "https://ex\u{e4}mple.com/",
        "https://\u{ff4c}ocalhost/", "https://a.example%00.evil.example/", "https://a.example:port/",
    ])
    func otherURLsHaveNoOrigin(url: String) {
        #expect(HTTPOrigin(url: url) == nil)
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("api.localhost", true), ("127.0.0.1", true), ("127.255.3.4", true),
        ("[::1]", true), ("127.1", true), ("0x7f000001", true),
        ("localhost.", false), ("localhost.evil.example", false), ("notlocalhost", false),
        ("127.0.0.1.evil.example", false),
        ("128.0.0.1", false), ("0.0.0.0", false), ("[::]", false), ("[::2]", false), ("[::ffff:127.0.0.1]", false),
        ("10.0.0.1", false),
    ])
    func loopbackHostsAreRecognised(host: String, isLoopback: Bool) throws {
        let origin = try #require(HTTPOrigin(url: "https://\(host)/"))
        #expect(origin.isLoopback == isLoopback)
    }

    /// A host that no URL parser has normalized. A leading zero means octal to inet_aton(3): 0127.0.0.1 is 87.0.0.1.
    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.3.4", true), ("LOCALHOST", true), ("[::1]", true), ("0127.0.0.1", false),
        ("127.0.0.01", false), ("+127.0.0.1", false), ("127.0.0.+1", false), ("127.0.0", false), ("127.0.0.256", false),
        ("127.0.0.1.", false), ("١٢٧.0.0.1", false),
    ])
    func typedHostIsLoopbackOnlyInItsPlainForm(host: String, isLoopback: Bool) {
        #expect(HTTPOrigin.isLoopback(host: host) == isLoopback)
    }

    @Test func originsAreEqualBySchemeHostAndPort() {
        let urls = [
            "https://a.example", "https://a.example:444", "https://b.example", "http://localhost",
            "http://localhost:81",
        ]
        #expect(Set(urls.map { HTTPOrigin(url: $0) }).count == urls.count)
        #expect(HTTPOrigin(url: "https://A.example:443/x") == HTTPOrigin(url: "https://a.example/y"))
    }
}
