import Foundation
import HTTPTransport
import Testing

@Suite struct CurlHTTPClientTests {
    @Test(arguments: ["127.0.0.1", "[::1]", "localhost", "api.localhost"])
    func thisMachineIsReachedByAnyOfItsNames(host: String) async throws {
        try await TestServer.run(host: host) { _, connection in
            try await connection.respond(body: "hello")
        } _: { server in
            let response = try await CurlHTTPClient.isolated().send(HTTPRequest(url: server.url("/a")))
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == "hello")
            #expect(response.url == server.url("/a"))
        }
    }

    @Test(arguments: [
        "/", "/a/../b/./c", "/%2e%2E/%2f", "/v1.0/users?$filter=startswith(a,'b%2Bc')&$skiptoken=M2Uy%3d%3d%2fiI%2b%2b",
        "/x?", "/x?a=b+c&&=", "//double//slash", "/{a}|b^[c]`\"<>\\", "/x?y?z", "/a:b@c",
    ])
    func targetArrivesByteForByte(target: String) async throws {
        try await TestServer.run { _, connection in
            try await connection.respond()
        } _: { server in
            _ = try await CurlHTTPClient.isolated().send(HTTPRequest(url: server.url(target)))
            #expect(server.requests.map(\.target) == [target])
        }
    }

    @Test(
        arguments: [
            ("GET", nil), ("GET", "body"), ("POST", "body"), ("POST", ""), ("POST", nil), ("PUT", "body"),
            ("PATCH", "body"),
            ("DELETE", nil), ("DELETE", "body"), ("OPTIONS", nil), ("MKCOL", nil),
        ] as [(String, String?)])
    func everyMethodSendsItsBody(method: String, body: String?) async throws {
        try await TestServer.run { _, connection in
            try await connection.respond()
        } _: { server in
            let body = body.map { HTTPBody.bytes(Data($0.utf8)) }
            _ = try await CurlHTTPClient.isolated().send(HTTPRequest(method: method, url: server.url(), body: body))
            let request = try #require(server.requests.first)
            #expect(request.method == method)
            #expect(body.map { _ in HTTPBody.bytes(Data(request.body)) } == body)
            #expect(request.header("Content-Type") == nil, "no type is made up")
            #expect(request.header("Expect") == nil)
        }
    }

    @Test func headResponseHasNoBody() async throws {
        try await TestServer.run { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
        } _: { server in
            let response = try await CurlHTTPClient.isolated().send(HTTPRequest(method: "HEAD", url: server.url()))
            #expect(response.headers["content-length"] == "9")
            #expect(response.body.isEmpty)
            #expect(server.requests.first?.method == "HEAD")
        }
    }

    @Test func headersArriveUnchanged() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(200, ["X-Two: 1", "x-two: 2", "X-Padded:   a b \t", "X-Empty:"])
        } _: { server in
            var headers: HTTPHeaders = ["Accept": "application/json", "X-Empty": "", "X-Blank": " \t ", "X-Twice": "1"]
            headers.add("X-Twice", "2")
            headers.set("Authorization", secret: Secret("Bearer t"))
            let client = CurlHTTPClient.isolated()
            let response = try await client.send(HTTPRequest(url: server.url(), headers: headers))
            let request = try #require(server.requests.first)
            #expect(request.header("Authorization") == "Bearer t")
            #expect(request.header("Accept") == "application/json")
            #expect(request.header("X-Empty") == "" && request.header("X-Blank") == "")
            #expect(request.header("User-Agent") == "test/1")
            #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
            #expect(request.headers.filter { $0.name == "X-Twice" }.map(\.value) == ["1", "2"])
            #expect(response.headers.values("X-Two") == ["1", "2"])
            #expect(response.headers["X-Padded"] == "a b")
            #expect(response.headers["X-Empty"] == "")
        }
    }

    @Test func interimResponsesAndTrailersAreSkipped() async throws {
        try await TestServer.run { _, connection in
            try await connection.send("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Final: 1\r\n")
            try await connection.send("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n")
        } _: { server in
            let response = try await CurlHTTPClient.isolated().send(HTTPRequest(url: server.url()))
            #expect(response.status == 200)
            #expect(response.headers["X-Final"] == "1")
            #expect(response.headers["X-Early"] == nil)
            #expect(response.headers["X-Trailer"] == nil)
            #expect(response.body == Data("abc".utf8))
        }
    }

    @Test func concurrentRequestsGetTheirOwnResponses() async throws {
        try await TestServer.run { request, connection in
            try await connection.respond(body: request.target)
        } _: { server in
            let client = CurlHTTPClient.isolated()
            let bodies = try await withThrowingTaskGroup(of: (String, String).self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let response = try await client.send(HTTPRequest(url: server.url("/\(number)")))
                        return ("/\(number)", String(decoding: response.body, as: UTF8.self))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(bodies.count == 50)
            for (sent, received) in bodies { #expect(sent == received) }
        }
    }

    @Test func creatingAndReleasingClientsDisturbsNoOther() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond()
        } _: { server in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let client = CurlHTTPClient.isolated()
                        // Every other one goes without ever having made a request.
                        return number.isMultiple(of: 2)
                            ? 200 : try await client.send(HTTPRequest(url: server.url())).status
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    @Test func reusedHandleKeepsNothingOfItsLastRequest() async throws {
        let client = CurlHTTPClient.isolated()
        try await TestServer.run { request, connection in
            if request.method == "HEAD" { return try await connection.send("HTTP/1.1 200 OK\r\n\r\n") }
            try await connection.respond(body: request.text)
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
                let response = try await client.send(sent)
                #expect(String(decoding: response.body, as: UTF8.self) == text ?? "")
                let received = try #require(server.requests.last)
                #expect(received.method == method && received.text == text ?? "")
                #expect(received.header("Authorization") == method && received.header("X-Text") == text)
            }
        }
    }

    @Test func preparingLoadsTheLibraryOnceForAllRequests() async throws {
        try await TestServer.run { request, connection in
            try await connection.respond(body: request.target)
        } _: { server in
            let client = CurlHTTPClient.isolated()
            client.prepare()
            client.prepare()
            let response = try await client.send(HTTPRequest(url: server.url("/1")))
            #expect(response.body == Data("/1".utf8))
        }
        for _ in 0..<20 { CurlHTTPClient.isolated().prepare() }
    }
}
