import Foundation
import Synchronization
import Testing

/// The token is not sent to other hosts that a response of Graph refers to. Another port is another origin.
@Suite struct SecondHostTests {
    /// Expects that the server got requests, and none with a credential.
    private func expectNoCredential(at server: ScriptedServer, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!server.requests.isEmpty, sourceLocation: sourceLocation)
        for request in server.requests {
            let held = Set(request.headers.keys).intersection(["authorization", "cookie", "proxy-authorization"])
            #expect(held.isEmpty, "\(request.method) \(request.target) has \(held)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectIsFollowedWithoutTheToken(status: Int) async throws {
        try await Sandboxed.run { sandbox in
            let other = try ScriptedServer { _ in .response(200, "the bytes") }
            let graph = try ScriptedServer { [url = other.url] _ in
                .response(status, headers: ["Location: \(url)/signed?sig=x", "Set-Cookie: a=b; Path=/"])
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.succeed("graph /me/drive/items/1/content -H", ["Cookie: mine=1"])
            #expect(run.text == "the bytes")
            #expect(graph.requests.last?.headers["authorization"]?.hasPrefix("Bearer ") == true)
            expectNoCredential(at: other)
        }
    }

    @Test func headersOfThePersonStayWithGraph() async throws {
        try await Sandboxed.run { sandbox in
            let other = try ScriptedServer { _ in .response(206, "ab", headers: ["Content-Range: bytes 0-1/9"]) }
            let graph = try ScriptedServer { [url = other.url] _ in .response(302, headers: ["Location: \(url)/x"]) }
            try await sandbox.add("a", at: graph)
            let headers = ["X-Functions-Key: k", "Prefer: x", "Accept: image/png", "Range: bytes=0-1"]
            try await sandbox.succeed("graph /me/drive/items/1/content", headers.flatMap { ["-H", $0] })
            let (asked, followed) = (try #require(graph.requests.last), try #require(other.requests.last))
            let names = headers.map { $0.prefix { $0 != ":" }.lowercased() }
            #expect(names.allSatisfy { asked.headers[$0] != nil })
            #expect(names.filter { followed.headers[$0] != nil } == ["accept", "range"])
        }
    }

    /// The claims of another host would go into a token request.
    @Test func refusalOfAnotherHostRenewsNoToken() async throws {
        try await Sandboxed.run { sandbox in
            let challenge = #"WWW-Authenticate: Bearer error="insufficient_claims", claims="eyJhIjoxfQ==""#
            let other = try ScriptedServer { _ in .response(401, headers: [challenge]) }
            let graph = try ScriptedServer { [url = other.url] _ in .response(302, headers: ["Location: \(url)/x"]) }
            try await sandbox.add("a", at: graph)
            try await sandbox.clearRequests()
            let run = try await sandbox.acct("graph /me/drive/items/1/content")
            #expect(run.status == 6 && run.error.contains("failed with status 401 of 127.0.0.1"), "\(run)")
            #expect(!run.error.contains("refused a new token"))
            #expect(graph.requests.count == 1 && other.requests.count == 1)
            #expect(try await sandbox.requests("refresh_token").isEmpty)
        }
    }

    @Test func nextLinkOnAnotherHostIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            let other = try ScriptedServer { _ in .response(200, #"{"value":[]}"#) }
            let graph = try ScriptedServer { [url = other.url] _ in
                .response(200, #"{"value":[1],"@odata.nextLink":"\#(url)/v1.0/users?$skiptoken=x"}"#)
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph /users --paginate")
            #expect(run.status == 5 && run.error.contains("the token is not sent there"), "\(run)")
            #expect(other.requests.isEmpty && graph.requests.count == 1)
        }
    }

    @Test func uploadPiecesCarryNoToken() async throws {
        try await Sandboxed.run { sandbox in
            let other = try ScriptedServer { _ in .response(201, #"{"id":"1","size":5242880}"#) }
            let graph = try ScriptedServer { [url = other.url] _ in
                .response(200, #"{"uploadUrl":"\#(url)/up?tempauth=x"}"#)
            }
            try await sandbox.add("a", at: graph)
            let file = try sandbox.workspace.file("big", String(repeating: "x", count: 5 << 20))
            try await sandbox.succeed(
                "graph -X PUT /me/drive/root:/big:/content --input \(file) -H", ["Cookie: mine=1"])
            expectNoCredential(at: other)
            #expect(graph.requests.count == 1)
        }
    }

    @Test func monitorOnAnotherHostGetsNoToken() async throws {
        try await Sandboxed.run { sandbox in
            let other = try ScriptedServer { _ in .response(200, #"{"status":"completed"}"#) }
            let graph = try ScriptedServer { [url = other.url] _ in
                .response(202, headers: ["Location: \(url)/monitor/1", "Retry-After: 0.01"])
            }
            try await sandbox.add("a", at: graph)
            try await sandbox.succeed("graph -X POST /me/drive/items/1/copy --wait -H", ["Cookie: mine=1"])
            expectNoCredential(at: other)
            #expect(graph.requests.count == 1)
        }
    }

    @Test(arguments: ["http://192.0.2.1/up", "ftp://localhost/up", "file:///etc/passwd", "nonsense", ""])
    func addressThatIsNeitherHTTPSNorLoopbackIsRefused(place: String) async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                switch request.method {
                case "POST" where request.target.hasSuffix("createUploadSession"):
                    .response(200, #"{"uploadUrl":"\#(place)"}"#)
                case "POST": .response(202, headers: ["Location: \(place)", "Retry-After: 0.01"])
                default: .response(302, headers: ["Location: \(place)"])
                }
            }
            try await sandbox.add("a", at: graph)
            let file = try sandbox.workspace.file("big", String(repeating: "x", count: 5 << 20))
            let upload = try await sandbox.acct("graph -X PUT /me/drive/root:/big:/content --input \(file)")
            #expect([5, 64].contains(upload.status), "\(upload)")
            #expect(graph.requests.count == 1)
            guard place.contains("://") else { return }
            #expect([5, 64].contains(try await sandbox.acct("graph /me/photo/$value").status))
            // The operation was accepted: nothing refuses it.
            let watched = try await sandbox.acct("graph -X POST /me/x --wait")
            #expect([1, 5].contains(watched.status), "\(watched)")
            #expect(watched.error.contains("The server has accepted POST /me/x"), "\(watched)")
        }
    }
}
