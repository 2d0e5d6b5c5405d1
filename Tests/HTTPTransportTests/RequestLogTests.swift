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
        ("https://h/?a=\u{600}&code=SEKRET", "https://h/?a=\\u{600}&code=<redacted>"),
        ("https://h/?code=\u{301}SEKRET&\u{301}x=1", "https://h/?code=<redacted>&\u{301}x=1"),
        ("https://user:SEKRET\u{600}@\u{301}h/p", "https://<redacted>@\u{301}h/p"),
        ("https://h/?code", "https://h/?code"), ("https://h/a?", "https://h/a?"), ("", ""),
        ("https://h/\u{1b}[31m\n", "https://h/\\u{1b}[31m\\u{a}"), ("https://h/\u{202e}x", "https://h/\\u{202e}x"),
    ])
    func redactedURLsHoldNoSecrets(url: String, expected: String) {
        #expect(RequestLog.redacted(url: url) == expected)
        #expect(!RequestLog.redacted(url: url).contains("SEKRET"))
    }

    @Test(arguments: [
        "code", "access_token", "refresh_token", "id_token", "client_secret", "tempauth", "sig", "token", "device_code",
        "state", "client_assertion", "access", "authtoken", "assertion", "password", "code_verifier", "id_token_hint",
        "nonce",
    ])
    func sensitiveQueryNamesAreRedacted(name: String) {
        #expect(!RequestLog.redacted(url: "https://h/?a=1&\(name)=SEKRET&b=2").contains("SEKRET"))
    }

    @Test func requestIsLoggedFromItsLineToItsSize() async throws {
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
        #expect(text.contains("[1] < Location: https://h:443/<redacted>"))
        #expect(text.contains("[1] < Content-Location: /b?code=<redacted>"))
        #expect(text.contains("[1] < X-Evil: \\u{1b}[2J"))
        #expect(lines[2].hasPrefix("[1] = 6 bytes in "))
    }

    @Test func failureIsLoggedWithoutControlCharacters() async throws {
        let lines = try await logged { _, client in
            _ = await client.failure(sending: HTTPRequest(url: "http://127.0.0.1:1/?code=SEKRET"))
        }
        #expect(lines.last?.hasPrefix("[1] ! cannotConnect(") == true)
        #expect(!lines.joined().contains("SEKRET"))
    }

    @Test func ofASecretURLOnlyTheOriginIsLogged() async throws {
        let lines = try await logged { server, client in
            var request = HTTPRequest(url: server.url("/SEKRET"))
            request.urlIsSecret = true
            _ = try await client.send(request)
            #expect("\(request)" == "GET http://127.0.0.1:\(server.port)/<redacted>")
        }
        #expect(!lines.joined().contains("SEKRET"))
        #expect(RequestLog.redacted(secretURL: "SEKRET") == "<redacted>")
    }

    @Test func redirectToAnotherOriginIsLoggedByItsOrigin() async throws {
        let lines = Lines()
        try await TestServer.run(host: "[::1]") { _, connection in
            try await connection.respond(201, ["Location: /SEKRET"])
        } _: { other in
            try await TestServer.run { _, connection in
                try await connection.respond(302, ["Location: \(other.url("/SEKRET"))"])
            } _: { server in
                let client = CurlHTTPClient.isolated(log: RequestLog { lines.add($0) })
                let response = try await client.stream(HTTPRequest(url: server.url("/a"), redirects: .follow(limit: 1)))
                #expect("\(response)" == "HTTP 201 from http://[::1]:\(other.port)/<redacted>")
                for try await _ in response.body {}
            }
            let text = lines.all.joined(separator: "\n")
            #expect(text.contains("[2] > GET http://[::1]:\(other.port)/<redacted>"))
            #expect(!text.contains("SEKRET"))
        }
    }

    @Test func bodiesAreLoggedIfAskedFor() async throws {
        let lines = try await logged(.bodies, body: #"{"access_token":"SEKRET","expires_in":3599}"#) { server, client in
            let form = HTTPBody.form([("grant_type", "refresh_token"), ("refresh_token", "SEKRET")])
            let headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
            _ = try await client.send(HTTPRequest(method: "POST", url: server.url(), headers: headers, body: form))
        }
        let text = lines.joined(separator: "\n")
        #expect(text.contains("[1] > grant_type=refresh_token&refresh_token=<redacted>"))
        #expect(text.contains(#"[1] < {"access_token":"<redacted>","expires_in":3599}"#))
        #expect(!text.contains("SEKRET"))
    }

    private func logged(
        _ detail: RequestLog.Detail = .heads, body responseBody: String = "SEKRET",
        _ body: (TestServer, CurlHTTPClient) async throws -> Void
    ) async throws -> [String] {
        let lines = Lines()
        try await TestServer.run { _, connection in
            let headers = [
                "Set-Cookie: SEKRET", "Location: https://h/SEKRET", "Content-Location: /b?code=SEKRET",
                "X-Evil: \u{1b}[2J",
            ]
            try await connection.respond(200, headers, body: responseBody)
        } _: { server in
            try await body(server, .isolated(log: RequestLog(detail) { lines.add($0) }))
        }
        return lines.all
    }
}

private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
