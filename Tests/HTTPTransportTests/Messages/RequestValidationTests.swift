import Foundation
import HTTPTransport
import Testing

/// Requests that are refused before a byte is sent. The server would record any byte.
@Suite struct RequestValidationTests {
    private let client = CurlHTTPClient.isolated()

    @Test(arguments: [
        ("X-A", "a\r\nX-B: b"), ("X-A", "a\nb"), ("X-A", "a\rb"), ("X-A", "a\u{0}b"), ("X A", "a"), ("X-A:", "a"),
        ("", "a"),
        ("X\r\nY", "a"), ("X-\u{e9}", "a"), ("Host", "other"), ("content-length", "0"),
        ("Transfer-Encoding", "chunked"),
    ])
    func headersThatChangeTheFramingAreRefused(name: String, value: String) async throws {
        var secret = HTTPHeaders()
        secret.set(name, secret: Secret(value))
        for headers in [HTTPHeaders([(name, value)]), secret] {
            try await expectInvalid { HTTPRequest(url: $0, headers: headers) }
        }
    }

    @Test(arguments: ["", "GET /evil", "GE\r\nT", "G\u{0}ET", "GÉT", "GET:"])
    func invalidMethodsAreRefused(method: String) async throws {
        try await expectInvalid { HTTPRequest(method: method, url: $0) }
    }

    @Test func errorDoesNotQuoteTheHeaderValue() async throws {
        var headers = HTTPHeaders()
        headers.set("Authorization", secret: Secret("SEKRET\r\n"))
        let error = await client.failure(sending: HTTPRequest(url: "http://127.0.0.1:1/", headers: headers))
        #expect(
            error == .invalidRequest(reason: "the value of the header Authorization contains a line break or a NUL"))
    }

    @Test(arguments: [
        "", "/me", "graph.microsoft.com/me", "ftp://127.0.0.1/", "file:///etc/passwd", "https://h/a b",
        "https://h/\r\n",
        "https://h/\t", "https://h/\u{7f}", "https://user:SEKRET@h/", "https://user@h/", "https://h\\@evil/",
    ])
    func unsupportedURLsAreRefused(url: String) async {
        guard case .unsupportedURL(let reason) = await client.failure(sending: HTTPRequest(url: url)) else {
            Issue.record("not refused")
            return
        }
        #expect(!reason.contains("SEKRET"))
    }

    @Test(arguments: ["http://example.com/", "http://10.0.0.1/", "http://localhost.evil.example/", "http://[::2]/"])
    func plainHTTPIsOnlySentToThisMachine(url: String) async {
        guard case .insecureURL = await client.failure(sending: HTTPRequest(url: url)) else {
            Issue.record("not refused")
            return
        }
    }

    private func expectInvalid(_ request: (String) -> HTTPRequest) async throws {
        try await TestServer.run { _, connection in
            try await connection.respond()
        } _: { server in
            guard case .invalidRequest = await client.failure(sending: request(server.url())) else {
                Issue.record("not refused")
                return
            }
            #expect(server.requests.isEmpty)
        }
    }
}
