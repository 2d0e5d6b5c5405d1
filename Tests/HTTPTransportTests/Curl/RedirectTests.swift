import Foundation
import HTTPTransport
import Testing

/// Redirects between two origins on loopback: 127.0.0.1 and [::1].
@Suite struct RedirectTests {
    private let client = CurlHTTPClient.isolated()

    @Test func redirectIsReturnedUnlessFollowed() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(302, ["Location: /elsewhere"])
        } _: { server in
            let response = try await client.send(HTTPRequest(url: server.url()))
            #expect(response.status == 302)
            #expect(response.headers["location"] == "/elsewhere")
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [
        (301, "GET", "GET"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"),
        (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"), (307, "POST", "POST"),
        (308, "PATCH", "PATCH"),
    ])
    func methodFollowsTheStatus(status: Int, method: String, expected: String) async throws {
        try await redirecting(status, to: { _ in "/b" }) { server, _ in
            let body: HTTPBody? = ["GET", "HEAD", "DELETE"].contains(method) ? nil : .bytes(Data("x".utf8))
            let response = try await client.send(
                HTTPRequest(
                    method: method, url: server.url("/a"), headers: ["Content-Type": "t"], body: body,
                    redirects: .follow(limit: 1)))
            let last = try #require(server.requests.last)
            #expect(response.url == server.url("/b"))
            #expect(last.target == "/b")
            #expect(last.method == expected)
            #expect((last.text == "x") == (body != nil && expected == method))
            #expect((last.header("Content-Type") == "t") == (method == expected))
        }
    }

    @Test(arguments: [301, 302]) func postDoesNotBecomeAGET(status: Int) async throws {
        try await redirecting(status, to: { _ in "/login" }) { server, _ in
            let post = HTTPRequest(
                method: "POST", url: server.url("/a"), body: .bytes(Data("x".utf8)), redirects: .follow(limit: 1))
            #expect(await client.failure(sending: post) == .refusedRedirect(reason: "the POST would become a GET"))
            #expect(server.requests.map(\.target) == ["/a"])
        }
    }

    @Test func headersAreSentToTheSameOriginOnly() async throws {
        for isElsewhere in [false, true] {
            try await redirecting(302, to: { isElsewhere ? $0 : "/b" }) { server, other in
                var headers: HTTPHeaders = [
                    "Cookie": "c=1", "X-Functions-Key": "k", "Prefer": "p", "Content-Type": "t", "Accept": "a",
                    "Range": "bytes=0-", "If-Range": "\"e\"",
                ]
                headers.set("Authorization", secret: Secret("Bearer hunter2"))
                headers.set("X-Custom", secret: Secret("hunter2"))
                _ = try await client.send(
                    HTTPRequest(url: server.url("/a"), headers: headers, redirects: .follow(limit: 1)))
                let last = try #require((isElsewhere ? other : server).requests.last)
                for name in ["Authorization", "X-Custom", "Cookie", "X-Functions-Key", "Prefer", "Content-Type"] {
                    #expect((last.header(name) == nil) == isElsewhere, "\(name)")
                }
                for name in ["Accept", "Range", "If-Range"] { #expect(last.header(name) != nil, "\(name)") }
            }
        }
    }

    @Test func bodyKeepsTheHeadersThatDescribeIt() async throws {
        try await redirecting(307, to: { $0 }) { server, other in
            let headers: HTTPHeaders = [
                "content-type": "text/plain", "Content-Range": "bytes 0-0/2", "authorization": "B",
            ]
            _ = try await client.send(
                HTTPRequest(
                    method: "PUT", url: server.url("/a"), headers: headers, body: .bytes(Data("x".utf8)),
                    redirects: .follow(limit: 1)))
            let last = try #require(other.requests.last)
            #expect(last.text == "x" && last.header("Content-Type") == "text/plain")
            #expect(last.header("Content-Range") == "bytes 0-0/2" && last.header("Authorization") == nil)
        }
    }

    @Test func responseFromAnotherOriginNamesItsHost() async throws {
        for (isElsewhere, host) in [(false, nil), (true, "[::1]")] {
            try await redirecting(302, to: { isElsewhere ? $0 : "/b" }) { server, _ in
                let request = HTTPRequest(url: server.url("/a"), redirects: .follow(limit: 1))
                let (whole, streamed) = (try await client.send(request), try await client.stream(request))
                #expect(whole.redirectedHost == host && streamed.redirectedHost == host)
            }
        }
    }

    @Test func droppedSecretDoesNotReturnWithALaterRedirect() async throws {
        try await TestServer.run { request, connection in
            try await connection.respond(302, ["Location: " + (request.header("Accept") ?? "/")])
        } _: { far in
            try await TestServer.run(host: "[::1]") { request, connection in
                request.target == "/a"
                    ? try await connection.respond(302, ["Location: \(far.url())"]) : try await connection.respond()
            } _: { near in
                var headers: HTTPHeaders = ["Accept": near.url("/b")]
                headers.set("Authorization", secret: Secret("Bearer hunter2"))
                let response = try await client.send(
                    HTTPRequest(url: near.url("/a"), headers: headers, redirects: .follow(limit: 3)))
                #expect(near.requests.map(\.target) == ["/a", "/b"])
                #expect(near.requests.last?.header("Authorization") == nil)
                #expect(response.redirectedHost == "[::1]")
            }
        }
    }

    @Test func secretBodyIsNotSentToAnotherOrigin() async throws {
        try await redirecting(307, to: { $0 }) { server, other in
            let request = HTTPRequest(
                method: "POST", url: server.url("/a"), body: .form([("refresh_token", "hunter2")]),
                redirects: .follow(limit: 1))
            let error = await client.failure(sending: request)
            #expect(error == .refusedRedirect(reason: "the redirect would send a secret body to another origin"))
            #expect(other.requests.isEmpty)
        }
    }

    @Test(arguments: [
        "http://example.com/", "ftp://127.0.0.1/", "http://user:pw@127.0.0.1/", "/a b", "http://127.0.0.1:99999/",
        "http://\u{ff4c}ocalhost/",
    ])
    func invalidTargetIsRefused(location: String) async throws {
        try await redirecting(302, to: { _ in location }) { server, _ in
            let error = await client.failure(sending: HTTPRequest(url: server.url("/a"), redirects: .follow(limit: 1)))
            guard case .refusedRedirect = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func redirectLoopEndsAtTheLimit() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(302, ["Location: /again"])
        } _: { server in
            let error = await client.failure(sending: HTTPRequest(url: server.url(), redirects: .follow(limit: 4)))
            #expect(error == .tooManyRedirects(limit: 4))
            #expect(server.requests.count == 5)
        }
    }

    @Test func allHopsShareOneTotalTime() async throws {
        try await TestServer.run { _, connection in
            try await Task.sleep(for: .milliseconds(30))
            try await connection.respond(302, ["Location: /again"])
        } _: { server in
            let timeouts = HTTPRequest.Timeouts(total: .milliseconds(200))
            let request = HTTPRequest(url: server.url(), timeouts: timeouts, redirects: .follow(limit: 1000))
            guard case .timedOut = await client.failure(sending: request) else {
                Issue.record("no timeout")
                return
            }
        }
    }

    /// A server that never sends the body of its redirect, and a reader that would wait for ten minutes.
    @Test(.timeLimit(.minutes(1))) func bodyOfARedirectIsNotAwaited() async throws {
        try await TestServer.run { request, connection in
            guard request.target == "/a" else { return try await connection.respond(body: "here") }
            try await connection.send("HTTP/1.1 302 Any\r\nLocation: /b\r\nContent-Length: 9\r\n\r\nmoved")
            try await Task.sleep(for: .seconds(600))
        } _: { server in
            let timeouts = HTTPRequest.Timeouts(total: nil, stall: .seconds(600))
            let request = HTTPRequest(url: server.url("/a"), timeouts: timeouts, redirects: .follow(limit: 1))
            let response = try await client.send(request)
            #expect(response.body == Data("here".utf8))
        }
    }

    @Test func streamsFollowRedirectsToo() async throws {
        try await redirecting(302, to: { $0 }) { server, other in
            let response = try await client.stream(HTTPRequest(url: server.url("/a"), redirects: .follow(limit: 1)))
            let body = try await response.body.reduce(into: Data()) { $0 += $1 }
            #expect(response.url == other.url("/c"))
            #expect(body == Data("there".utf8))
        }
    }

    /// A server whose `/a` redirects to what `location` makes of the other server's `/c`.
    private func redirecting(
        _ status: Int, to location: @escaping @Sendable (String) -> String,
        _ body: (TestServer, TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run(host: "[::1]") { _, connection in
            try await connection.respond(body: "there")
        } _: { other in
            try await TestServer.run { request, connection in
                if request.target == "/a" {
                    try await connection.respond(status, ["Location: \(location(other.url("/c")))"], body: "moved")
                } else {
                    try await connection.respond(body: request.method == "HEAD" ? "" : "here")
                }
            } _: { server in
                try await body(server, other)
            }
        }
    }
}
