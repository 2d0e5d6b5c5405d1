import Foundation
import HTTPTransport
import Synchronization
import Testing

@Suite struct RequestLogTests {
    @Test(arguments: [
        ("https://h/p?code=SEKRET&a=b", "https://h/p?code=<redacted>&a=b"),
        ("https://h/?access_token=SEKRET", "https://h/?access_token=<redacted>"),
        ("https://h/#id_token=SEKRET&state=SEKRET", "https://h/#id_token=<redacted>&state=<redacted>"),
        ("https://h/?%63ode=SEKRET", "https://h/?%63ode=<redacted>"),
        ("https://h/?CODE=SEKRET&Sig=SEKRET", "https://h/?CODE=<redacted>&Sig=<redacted>"),
        ("https://h/?sv=2020&se=2021&sig=SEKRET%3D=", "https://h/?sv=2020&se=2021&sig=<redacted>"),
        ("https://h/?tempauth=SEKRET?code=SEKRET", "https://h/?tempauth=<redacted>"),
        ("https://user:SEKRET@h/p@q", "https://<redacted>@h/p@q"),
        ("https://h/?$filter=a eq 'b'&$skiptoken=xyz&&=&c", "https://h/?$filter=a eq 'b'&$skiptoken=xyz&&=&c"),
        ("https://h/?code", "https://h/?code"), ("https://h/a?", "https://h/a?"), ("", ""),
        ("https://h/\u{1b}[31m\n", "https://h/\\u{1b}[31m\\u{a}"), ("https://h/\u{202e}x", "https://h/\\u{202e}x"),
    ])
    func redactedURLsHoldNoSecrets(url: String, expected: String) {
        #expect(RequestLog.redacted(url: url) == expected)
        #expect(!RequestLog.redacted(url: url).contains("SEKRET"))
    }

    @Test(arguments: [
        "code", "access_token", "refresh_token", "id_token", "client_secret", "tempauth", "sig", "token", "device_code",
        "state", "client_assertion", "assertion", "password", "code_verifier", "id_token_hint", "nonce",
    ])
    func sensitiveQueryNamesAreRedacted(name: String) {
        #expect(!RequestLog.redacted(url: "https://h/?a=1&\(name)=SEKRET&b=2").contains("SEKRET"))
    }

    @Test func aRequestIsLoggedFromItsLineToItsSize() async throws {
        let lines = try await logged { server, client in
            var headers: HTTPHeaders = ["Accept": "text/plain", "Cookie": "SEKRET"]
            headers.set("Authorization", secret: Secret("SEKRET"))
            let body = HTTPBody.form([("refresh_token", "SEKRET")])
            _ = try await client.send(
                HTTPRequest(method: "POST", url: server.url("/a?code=SEKRET"), headers: headers, body: body))
        }
        let text = lines.joined(separator: "\n")
        #expect(!text.contains("SEKRET"))
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("[1] > POST http://127.0.0.1:"))
        #expect(text.contains("/a?code=<redacted>"))
        #expect(text.contains("[1] > Authorization: <redacted>"))
        #expect(text.contains("[1] > Cookie: <redacted>"))
        #expect(text.contains("[1] > Accept: text/plain"))
        #expect(text.contains("[1] < HTTP/1.1 200 in "))
        #expect(text.contains("[1] < Set-Cookie: <redacted>"))
        #expect(text.contains("[1] < Location: https://h/?code=<redacted>"))
        #expect(text.contains("[1] < X-Evil: \\u{1b}[2J"))
        #expect(lines[2].hasPrefix("[1] = 6 bytes in "))
    }

    @Test func aFailureIsLoggedWithoutControlCharacters() async throws {
        let lines = try await logged { _, client in
            _ = await client.failure(sending: HTTPRequest(url: "http://127.0.0.1:1/?code=SEKRET"))
        }
        #expect(lines.last?.hasPrefix("[1] ! cannotConnect(") == true)
        #expect(!lines.joined().contains("SEKRET"))
    }

    private func logged(_ body: (TestServer, CurlHTTPClient) async throws -> Void) async throws -> [String] {
        let lines = Lines()
        try await TestServer.run { _, connection in
            let headers = ["Set-Cookie: SEKRET", "Location: https://h/?code=SEKRET", "X-Evil: \u{1b}[2J"]
            try await connection.respond(200, headers, body: "SEKRET")
        } _: { server in
            try await body(server, .isolated(log: RequestLog { lines.add($0) }))
        }
        return lines.all
    }
}

private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
