import Foundation
import HTTPTransport
import Synchronization
import Testing

/// A request that leaves behind the answer to another.
@Suite(.timeLimit(.minutes(1))) struct SuccessorTests {
    private let client = CurlHTTPClient.isolated()

    /// A request whose answer is followed by one for another path of the same server.
    private func request(_ server: TestServer, _ path: String, then next: String) -> HTTPRequest {
        var request = HTTPRequest(url: server.url(path))
        request.successor = { sent, _ in
            var following = sent
            following.url = server.url(next)
            return following
        }
        return request
    }

    private func wait(for count: Int, at server: TestServer) async throws {
        while server.requests.count < count { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func leavesBeforeAnybodyAsks() async throws {
        try await TestServer.run { request, connection in
            try await connection.answer(body: request.target)
        } _: { server in
            let first = try await client.send(request(server, "/1", then: "/2"))
            let underWay = try #require(first.successor)
            #expect(underWay.request.url == server.url("/2"))
            try await wait(for: 2, at: server)
            var second = underWay.request
            second.underWay = underWay
            let answer = try await client.send(second)
            #expect(String(decoding: answer.body, as: UTF8.self) == "/2")
            #expect(answer.successor == nil)
            #expect(server.requests.map(\.target) == ["/1", "/2"])
        }
    }

    /// Whoever takes an answer says what follows it, also when it came long before.
    @Test(arguments: [false, true])
    func neverMoreThanOneIsAhead(isLate: Bool) async throws {
        try await TestServer.run { request, connection in
            try await connection.answer(body: request.target)
        } _: { server in
            var underWay: RequestUnderWay?
            for number in 1..<20 {
                var request = request(server, "/\(number)", then: "/\(number + 1)")
                request.underWay = underWay
                let answer = try await client.send(request)
                #expect(String(decoding: answer.body, as: UTF8.self) == "/\(number)")
                underWay = answer.successor
                #expect(underWay != nil)
                try await wait(for: number + 1, at: server)
                if isLate { try await Task.sleep(for: .milliseconds(5)) }
                #expect(server.requests.count == number + 1)
            }
        }
    }

    @Test func theAnswerIsForTheFirstWhoTakesIt() async throws {
        try await TestServer.run { _, connection in
            try await connection.answer()
        } _: { server in
            let first = try await client.send(request(server, "/1", then: "/2"))
            var second = HTTPRequest(url: server.url("/2"))
            second.underWay = first.successor
            for _ in 0..<2 { _ = try await client.send(second) }
            var other = HTTPRequest(url: server.url("/3"))
            other.underWay = first.successor
            _ = try await client.send(other)
            #expect(server.requests.map(\.target) == ["/1", "/2", "/2", "/3"])
        }
    }

    @Test func whoLetsGoOfItEndsIt() async throws {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        let client = CurlHTTPClient.isolated(log: RequestLog { line.yield($0) })
        try await TestServer.run { request, connection in
            if request.target == "/2" { try await Task.sleep(for: .seconds(60)) }
            try await connection.answer()
        } _: { server in
            _ = try await client.send(request(server, "/1", then: "/2"))
            for await line in lines where line.contains("! cancelled") { break }
            let answer = try await client.send(HTTPRequest(url: server.url("/3")))
            #expect(answer.status == 200)
        }
    }

    /// A failure is told to whoever takes the answer; a repetition is a request like any other.
    @Test func aFailureIsFoundByWhoTakesIt() async throws {
        let failures = Counter()
        try await TestServer.run { request, connection in
            if request.target == "/2", failures.value == 0 {
                failures.countUp()
                throw HangUp()
            }
            try await connection.answer(body: request.target)
        } _: { server in
            let first = try await client.send(request(server, "/1", then: "/2"))
            var second = HTTPRequest(method: "POST", url: server.url("/2"))
            second.underWay = first.successor
            guard case .connectionLost = await client.failure(sending: second) else {
                // libcurl repeats a GET itself when a kept connection turns out to be closed.
                #expect(server.requests.filter { $0.target == "/2" }.count == 2)
                return
            }
            let answer = try await client.send(second)
            #expect(answer.status == 200)
        }
    }

    /// The one who names the successor sees what it would follow; one that may not be sent is not sent.
    @Test func whatMustNotBeSentIsNot() async throws {
        try await TestServer.run { request, connection in
            if request.target == "/302" { return try await connection.answer(302, ["Location: /1"]) }
            try await connection.answer(body: request.target)
        } _: { server in
            for next in ["http://example.com/", "ftp://127.0.0.1/", "\(server.url("/a b"))", "http://u@127.0.0.1/"] {
                var request = HTTPRequest(url: server.url("/1"))
                request.successor = { _, answer in
                    #expect(answer.status == 200 && answer.body == Data("/1".utf8))
                    return HTTPRequest(url: next)
                }
                let answer = try await client.send(request)
                #expect(answer.successor == nil)
            }
            var redirected = HTTPRequest(url: server.url("/302"), redirects: .follow(limit: 1))
            redirected.successor = { _, answer in
                #expect(answer.status == 302)
                return nil
            }
            let answer = try await client.send(redirected)
            #expect(answer.successor == nil)
            var streamed = request(server, "/1", then: "/2")
            streamed.underWay = nil
            let head = try await client.stream(streamed)
            #expect(head.status == 200)
            #expect(!server.requests.contains { $0.target == "/2" })
        }
    }

    /// A handle that is used again has nothing left of its last request.
    @Test func nothingIsLeftOfTheLastRequest() async throws {
        try await TestServer.run { request, connection in
            if request.method == "HEAD" { return try await connection.send("HTTP/1.1 200 OK\r\n\r\n") }
            try await connection.answer(body: request.text)
        } _: { server in
            for (method, text) in [
                ("POST", "a"), ("GET", nil), ("HEAD", nil), ("GET", nil), ("PUT", "bcd"), ("HEAD", nil),
                ("DELETE", nil),
                ("PATCH", "e"), ("POST", nil), ("GET", nil),
            ] as [(String, String?)] {
                var headers = HTTPHeaders()
                headers.set("Authorization", secret: Secret(method))
                if let text { headers["X-Text"] = text }
                let body = text.map { HTTPBody.bytes(Data($0.utf8)) }
                let sent = HTTPRequest(method: method, url: server.url(), headers: headers, body: body)
                let answer = try await client.send(sent)
                #expect(String(decoding: answer.body, as: UTF8.self) == text ?? "")
                let received = try #require(server.requests.last)
                #expect(received.method == method && received.text == text ?? "")
                #expect(received.header("Authorization") == method && received.header("X-Text") == text)
            }
        }
    }
}
