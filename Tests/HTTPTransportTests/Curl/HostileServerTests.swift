import Foundation
import HTTPTransport
import Testing

/// Servers that hang up, lie, flood or stop responding.
@Suite(.timeLimit(.minutes(5))) struct HostileServerTests {
    private let client = CurlHTTPClient.isolated()

    /// Named, so that a failure does not print a megabyte.
    enum CutShort: String, CaseIterable {
        case body = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"
        case chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
        case lastChunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
        case chunkSize = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
        case headerLine = "HTTP/1.1 200 OK\r\nX-"
        case header = "HTTP/1.1 200 OK\r\nX-A: b\r\n"
        case statusLine = "HT"
        case everything = ""
    }

    @Test(arguments: CutShort.allCases)
    func truncatedResponseIsALostConnection(response: CutShort) async throws {
        try await sendingThenHangingUp(response.rawValue) { url in
            let error = await client.failure(sending: HTTPRequest(url: url))
            guard case .connectionLost(host: "127.0.0.1", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    enum Nonsense: CaseIterable {
        case otherProtocol, text, nul, status, gzip, length, longLine, manyLines

        var bytes: String {
            switch self {
            case .otherProtocol: "SSH-2.0-OpenSSH_9.2\r\n"
            case .text: "hello\r\n\r\n"
            case .nul: "HTTP/1.1 200 OK\r\nX-Nul: a\u{0}b\r\n\r\n"
            case .status: "HTTP/1.1 abc OK\r\n\r\n"
            case .gzip: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope"
            case .length: "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"
            case .longLine: "HTTP/1.1 200 OK\r\nX-Long: " + String(repeating: "a", count: 1 << 20) + "\r\n\r\n"
            case .manyLines: "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Many: aaaaaaaa\r\n", count: 60_000) + "\r\n"
            }
        }
    }

    @Test(arguments: Nonsense.allCases)
    func invalidHTTPIsAMalformedResponse(response: Nonsense) async throws {
        try await sendingThenHangingUp(response.bytes) { url in
            let error = await client.failure(sending: HTTPRequest(url: url))
            guard case .malformedResponse(host: "127.0.0.1", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func endlessBodyStopsAtTheLimit() async throws {
        try await TestServer.run { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try await connection.send([UInt8](repeating: 97, count: 4096)) }
        } _: { server in
            let request = HTTPRequest(url: server.url(), bodyLimit: 100_000)
            #expect(await client.failure(sending: request) == .bodyTooLarge(limit: 100_000))
        }
    }

    @Test(arguments: [(99, true), (100, false), (101, false)])
    func bodyLimitIsExact(limit: Int, isTooSmall: Bool) async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(body: String(repeating: "a", count: 100))
        } _: { server in
            let request = HTTPRequest(url: server.url(), bodyLimit: limit)
            let error = await client.failure(sending: request)
            #expect(error == (isTooSmall ? .bodyTooLarge(limit: limit) : nil))
        }
    }

    /// A server that sends this and then nothing, and the limit that ends the wait.
    @Test(arguments: [
        ("", HTTPRequest.Timeouts(stall: .milliseconds(100))), ("", HTTPRequest.Timeouts(response: .milliseconds(100))),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
            HTTPRequest.Timeouts(stall: .milliseconds(100))
        ),
    ])
    func serverThatFallsSilentTimesOut(sent: String, timeouts: HTTPRequest.Timeouts) async throws {
        try await runConnected { _, connection in
            try await connection.send(sent)
            try await Task.sleep(for: .seconds(3600))
        } _: { server in
            let request = HTTPRequest(url: server.url(), timeouts: timeouts)
            #expect(await client.failure(sending: request) == .timedOut(host: "127.0.0.1", seconds: 0.1))
        }
    }

    @Test(arguments: ["GET", "PUT"])
    func responseThatTakesLongMayTakeLongerThanAStall(method: String) async throws {
        try await runConnected { request, connection in
            try await Task.sleep(for: .milliseconds(1500))
            try await connection.respond(body: String(request.body.count))
        } _: { server in
            let timeouts = HTTPRequest.Timeouts(stall: .seconds(1), response: .seconds(60))
            let body = method == "PUT" ? HTTPBody.bytes(Data("body".utf8)) : nil
            let request = HTTPRequest(method: method, url: server.url(), body: body, timeouts: timeouts)
            let response = try await client.send(request)
            #expect(response.status == 200)
        }
    }

    @Test func headerThatTricklesTimesOut() async throws {
        try await runConnected { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\n")
            while true {
                try await connection.send("X-A: b\r\n")
                try await Task.sleep(for: .milliseconds(10))
            }
        } _: { server in
            let timeouts = HTTPRequest.Timeouts(stall: .milliseconds(300))
            let request = HTTPRequest(url: server.url(), timeouts: timeouts)
            #expect(await client.failure(sending: request) == .timedOut(host: "127.0.0.1", seconds: 0.3))
        }
    }

    @Test func bodyThatTricklesDoesNotStall() async throws {
        try await TestServer.run { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n")
            for _ in 0..<25 {
                try await Task.sleep(for: .milliseconds(150))
                try await connection.send("a")
            }
        } _: { server in
            // Shorter than the whole trickle, longer than a busy machine keeps one byte waiting.
            let timeouts = HTTPRequest.Timeouts(stall: .seconds(3))
            let response = try await client.send(HTTPRequest(url: server.url(), timeouts: timeouts))
            #expect(response.body.count == 25)
        }
    }

    @Test func totalTimeEndsABodyThatTrickles() async throws {
        try await runConnected { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true {
                try await connection.send("a")
                try await Task.sleep(for: .milliseconds(20))
            }
        } _: { server in
            let request = HTTPRequest(url: server.url(), timeouts: HTTPRequest.Timeouts(total: .milliseconds(300)))
            #expect(await client.failure(sending: request) == .timedOut(host: "127.0.0.1", seconds: 0.3))
        }
    }

    @Test func closedPortCannotBeConnected() async throws {
        let port = try ClosedPort()
        let error = await client.failure(sending: HTTPRequest(url: "http://127.0.0.1:\(port.number)/"))
        guard case .cannotConnect(host: "127.0.0.1", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Runs a server to which the client has a connection already: a time limit that ends before there is one gives
    /// `cannotConnect`, and a late thread could make it end so.
    private func runConnected(
        responding respond: @escaping TestServer.Responder, _ body: (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run { request, connection in
            if request.target == "/connect" {
                try await connection.respond()
            } else {
                try await respond(request, connection)
            }
        } _: { server in
            _ = try await client.send(HTTPRequest(url: server.url("/connect")))
            try await body(server)
        }
    }

    private func sendingThenHangingUp(_ response: String, _ body: (String) async throws -> Void) async throws {
        try await TestServer.run { _, connection in
            try await connection.send(response)
            throw HangUp()
        } _: { server in
            try await body(server.url())
        }
    }
}
