import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct GraphURLTests {
    private static let host = "https://graph.microsoft.com"
    private let url = GraphURL(endpoint: host)

    @Test(arguments: [
        ("/me", "/v1.0/me"), ("me", "/v1.0/me"), ("//me", "/v1.0/me"), ("", "/v1.0/"), ("/", "/v1.0/"),
        ("/v1.0/me", "/v1.0/me"), ("v1.0/me", "/v1.0/me"), ("/beta/me", "/beta/me"), ("beta/me", "/beta/me"),
        ("/betas/me", "/v1.0/betas/me"), ("/v1.0", "/v1.0"), ("/$batch", "/v1.0/$batch"),
        ("/users/$count", "/v1.0/users/$count"), ("/users?$top=5&$select=a,b", "/v1.0/users?$top=5&$select=a,b"),
        ("/users?$filter=startswith(mail,'a b')", "/v1.0/users?$filter=startswith(mail,'a%20b')"),
        ("/users?$filter=x eq \"y\"", "/v1.0/users?$filter=x%20eq%20%22y%22"),
        ("/users/a+b@c.example", "/v1.0/users/a+b@c.example"), ("/users/ü", "/v1.0/users/%C3%BC"),
        ("/me/drive/root:/a b/ü:/content", "/v1.0/me/drive/root:/a%20b/%C3%BC:/content"),
        ("/100%", "/v1.0/100%25"), ("/a%20b", "/v1.0/a%20b"), ("/a%2fb%2Fc", "/v1.0/a%2fb%2Fc"),
        ("/a%2", "/v1.0/a%252"), ("/a%zz", "/v1.0/a%25zz"), ("/a%%41", "/v1.0/a%25%41"), ("/a#b", "/v1.0/a%23b"),
        ("/a\\b", "/v1.0/a%5Cb"), ("/a|b", "/v1.0/a%7Cb"), ("/a\tb", "/v1.0/a%09b"), ("/a\u{0}b", "/v1.0/a%00b"),
        ("users", "/v1.0/users"), ("me/messages?$search=\"a b\"", "/v1.0/me/messages?$search=%22a%20b%22"),
        ("/users?select=id&top=2", "/v1.0/users?select=id&top=2"),
        (
            "/users/alice_contoso.com#EXT#@fabrikam.onmicrosoft.com?$select=id",
            "/v1.0/users/alice_contoso.com%23EXT%23@fabrikam.onmicrosoft.com?$select=id"
        ),
        ("/users('$x@y.com')", "/v1.0/users('$x@y.com')"),
        (
            "/users?$filter=surname eq 'O''Neil'",
            "/v1.0/users?$filter=surname%20eq%20'O''Neil'"
        ),
        ("/me/drive/root:/100%/a%2Cb#1.txt:/content", "/v1.0/me/drive/root:/100%25/a%2Cb%231.txt:/content"),
        (
            "/me/calendarView?startDateTime=2026-01-01T00:00:00+01:00",
            "/v1.0/me/calendarView?startDateTime=2026-01-01T00:00:00+01:00"
        ),
        // Who writes spaces has not encoded anything, so a plus means a plus.
        ("/users?$filter=mail eq 'a+b@c.example'", "/v1.0/users?$filter=mail%20eq%20'a%2Bb@c.example'"),
        ("/users/a+b@c.example?$expand=x y", "/v1.0/users/a+b@c.example?$expand=x%20y"),
        ("/users?$filter=mail+eq+'a%2Bb@c.example'", "/v1.0/users?$filter=mail+eq+'a%2Bb@c.example'"),
        // Paths may speak of other hosts without going there.
        (
            "/applications?$filter=identifierUris/any(u:u eq 'https://contoso.com/x')",
            "/v1.0/applications?$filter=identifierUris/any(u:u%20eq%20'https://contoso.com/x')"
        ),
        ("/sites/evil.example:/https://x", "/v1.0/sites/evil.example:/https://x"),
        ("//evil.example/me", "/v1.0/evil.example/me"), ("@evil.example/me", "/v1.0/@evil.example/me"),
        (".evil.example/me", "/v1.0/.evil.example/me"), (":99/me", "/v1.0/:99/me"),
        // Full URLs.
        ("https://graph.microsoft.com/v1.0/me", "/v1.0/me"), ("https://graph.microsoft.com/beta/a b", "/beta/a%20b"),
        ("https://graph.microsoft.com/v1.0/x?$skiptoken=M2Uy%3d%3d", "/v1.0/x?$skiptoken=M2Uy%3d%3d"),
        (
            "https://graph.microsoft.com/v1.0/x?$orderby=a b&$skiptoken=M+y%3d",
            "/v1.0/x?$orderby=a%20b&$skiptoken=M+y%3d"
        ),
    ])
    func pathsAsPastedBecomeURLsOnTheHost(path: String, expected: String) throws {
        let found = try url.url(path: path)
        #expect(found == Self.host + expected)
        #expect(URL(string: found, encodingInvalidCharacters: false) != nil)
    }

    @Test(arguments: ["HTTPS://Graph.Microsoft.COM/v1.0/me", "https://graph.microsoft.com:443/v1.0/me"])
    func anotherSpellingOfTheHostIsAccepted(path: String) throws {
        #expect(try url.url(path: path) == path)
    }

    @Test(arguments: [
        "https://evil.example/v1.0/me", "http://graph.microsoft.com/v1.0/me", "https://graph.microsoft.com:8443/me",
        "https://graph.microsoft.com.evil.example/me", "https://evil.example/graph.microsoft.com",
        "https://graph.microsoft.com@evil.example/me", "https://user:pw@graph.microsoft.com/me",
        "https://graph.microsoft.com\\@evil.example/me", "https://graph.microsoft.com%40evil.example/me",
        "https://graph.microsoft.com#@evil.example/me", "https://evil.example\\.graph.microsoft.com/me",
        "https://evil.example?https://graph.microsoft.com/", "https://graph.microsoft.com\u{0}.evil.example/",
        "ftp://graph.microsoft.com/me", "file:///etc/passwd", "https:///me",
        "javascript://graph.microsoft.com/%0Aalert(1)",
        "https://graph.microsoft.us/v1.0/me", "https://ｇraph.microsoft.com.evil.example/", "http://localhost/me",
        "https://graph.microsoft.com.\u{2024}evil.example/",
    ])
    func otherHostsAreRejected(path: String) {
        #expect {
            try url.url(path: path)
        } throws: { error in
            guard case GraphError.foreignHost(_, Self.host) = error else { return false }
            return true
        }
    }

    @Test(arguments: ["/me\n", "/me\r\nHost: evil.example", "\n", "/a\u{2028}b", "/a\u{85}b"])
    func lineBreakIsRejected(path: String) {
        #expect(throws: GraphError.invalidPath(path)) { try url.url(path: path) }
    }

    /// Nothing of a next link is decoded, rebuilt or put in order.
    @Test(arguments: [
        "/v1.0/users?$skiptoken=RFNwdAIAAQAAAB%2f%2b%3d", "/v1.0/me/chats?$skiptoken=a+b%20c%C3%BC",
        "/beta/x?b=2&a=1&&a=1&=%2e%2E/../.", "/v1.0/x?$skiptoken=%41%zz%", "/v1.0/x?a=[1]&b=(c)!$*,;:@'~#d",
    ])
    func linkIsUnchanged(link: String) throws {
        #expect(try url.url(link: Self.host + link) == Self.host + link)
    }

    @Test(arguments: [
        ("$orderby=x desc&$skiptoken=M2Uy%3d%3d+x", "$orderby=x%20desc&$skiptoken=M2Uy%3d%3d+x"),
        ("$search=\"a\"&$skiptoken={b}|ü%c3%BC", "$search=%22a%22&$skiptoken=%7Bb%7D%7C%C3%BC%c3%BC"),
        ("a=<b>\\^`", "a=%3Cb%3E%5C%5E%60"),
    ])
    func linkWithCharactersThatNoURLHasKeepsItsEscapes(query: String, sent: String) throws {
        #expect(try url.url(link: "\(Self.host)/v1.0/x?\(query)") == "\(Self.host)/v1.0/x?\(sent)")
    }

    @Test(arguments: [
        "https://graph.microsoft.us", "https://dod-graph.microsoft.us", "https://microsoftgraph.chinacloudapi.cn",
        "http://localhost:8080",
    ])
    func everyCloudHasItsOwnHost(endpoint: String) throws {
        let url = GraphURL(endpoint: endpoint)
        #expect(try url.url(path: "me") == "\(endpoint)/v1.0/me")
        #expect(try url.url(path: "\(endpoint)/beta/me?$top=1") == "\(endpoint)/beta/me?$top=1")
        #expect(try url.url(link: "\(endpoint)/x?$skiptoken=%2f") == "\(endpoint)/x?$skiptoken=%2f")
        for elsewhere in ["\(Self.host)/v1.0/me", "\(endpoint).evil.example/me"] {
            #expect(throws: GraphError.self) { try url.url(path: elsewhere) }
            #expect(throws: GraphError.self) { try url.url(link: elsewhere) }
        }
    }

    @Test func endpointMayEndWithASlash() throws {
        #expect(try GraphURL(endpoint: "\(Self.host)/").url(path: "me") == "\(Self.host)/v1.0/me")
    }

    @Test(arguments: [
        "graph.microsoft.com", "graph.microsoft.com:443", "", "https:", "https://graph.microsoft.com/v1.0",
        "https://graph.microsoft.com?", "https://user@graph.microsoft.com", "ftp://graph.microsoft.com",
    ])
    func endpointThatIsNoOriginIsItsOwnError(endpoint: String) {
        let url = GraphURL(endpoint: endpoint)
        #expect(throws: GraphError.invalidEndpoint(endpoint)) { try url.url(path: "me") }
        #expect(throws: GraphError.invalidEndpoint(endpoint)) { try url.url(link: "\(Self.host)/v1.0/me") }
    }

    @Test(arguments: SeededGenerator.seeds)
    func noPathLeavesTheHost(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let path = generator.text(upTo: 30)
            guard let found = try? url.url(path: path) else { continue }
            #expect(found.hasPrefix("https://graph.microsoft.com/"))
            #expect(found.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(GraphURL.encoded(found) == found)
        }
    }

    /// Directory objects require the header for these, however they are typed.
    @Test(arguments: [
        ("/users?$count=true", true), ("/users?$search=\"displayName:a\"", true), ("/users/$count", true),
        ("/users?count=TRUE&$top=1", true), ("/users?$count=false", false), ("/users/$countries", false),
        ("/users?$filter=id eq '$count'", false),
    ])
    func advancedQueriesOfAPathHaveTheirHeader(path: String, isAdvanced: Bool) throws {
        var request = GraphRequest(path: path)
        try request.add(ODataQuery())
        #expect(request.headers["ConsistencyLevel"] == (isAdvanced ? "eventual" : nil))
    }
}
