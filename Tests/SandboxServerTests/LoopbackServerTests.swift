import Foundation
import SandboxServer
import Testing

@Suite struct LoopbackServerTests {
    @Test(arguments: ["127.0.0.1", "::1"]) func bothLoopbackAddressesRespond(address: String) async throws {
        try await Scenario.run { scenario in
            let connection = try RawConnection(port: scenario.client.port, address: address)
            connection.write(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            #expect(try connection.readResponse().status == 200)
        }
    }

    @Test func connectionsServePipelinedRequests() async throws {
        try await Scenario.run { scenario in
            let connection = try RawConnection(port: scenario.client.port)
            let path = "/common/v2.0/.well-known/openid-configuration"
            let head = "HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
            let get = "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
            connection.write(Array((head + get + get).utf8))
            let headers = try connection.readResponse(hasBody: false)
            let full = try connection.readResponse()
            #expect(headers.header("content-length") == String(full.body.count))
            #expect(try connection.readResponse().body == full.body)
        }
    }

    @Test func chunkedBodiesAndExpectContinueAreSupported() async throws {
        try await Scenario.run { scenario in
            let body = #"{"advance": 10}"#
            let start = "POST /sandbox/time HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
            let size = String(body.utf8.count, radix: 16)
            for rest in [
                "Transfer-Encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n0\r\n\r\n",
                "Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
            ] {
                let connection = try RawConnection(port: scenario.client.port)
                connection.write(Array((start + rest).utf8))
                #expect(try connection.readResponse().status == 200)
            }
        }
    }

    @Test func oversizedBodiesAreRejected() async throws {
        try await Scenario.run { scenario in
            let announced = try RawConnection(port: scenario.client.port)
            announced.write(Array("POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n".utf8))
            #expect(try announced.readResponse().status == 413)
            let chunked = try RawConnection(port: scenario.client.port)
            chunked.write(Array("POST /login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 65_536) + Array("\r\n".utf8)
            for _ in 0..<17 { chunked.write(chunk) }
            #expect(try chunked.readResponse().status == 413)
            let largest = try scenario.client.send("POST", "/login", body: [UInt8](repeating: 0x26, count: 1 << 20))
            #expect(largest.status == 400)
        }
    }

    /// A fixed seed, so that failures are reproducible.
    struct Generator: RandomNumberGenerator {
        var state: UInt64 = 0x5EED

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test func malformedRequestsDoNotCrashTheServer() async throws {
        try await Scenario.run { scenario in
            var random = Generator()
            func bytes(_ range: ClosedRange<UInt8>, _ count: Int) -> [UInt8] {
                (0..<count).map { _ in .random(in: range, using: &random) }
            }
            let paths = [
                "/common/oauth2/v2.0/authorize", "/common/oauth2/v2.0/token", "/login", "/common/oauth2/deviceauth",
                "/common/oauth2/v2.0/devicecode", "/common/discovery/instance", "/v1.0/users", "/v1.0/$batch",
                "/sandbox/faults", "/sandbox/approve", "/common/v2.0/adminconsent", "/common/oauth2/v2.0/logout",
            ]
            for round in 0..<240 {
                let path = paths[round % paths.count]
                let method = round % 2 == 0 ? "POST" : "GET"
                let connection = try RawConnection(port: scenario.client.port)
                let body = bytes(0...255, 200)
                var request = Array("\(method) \(path)?".utf8) + bytes(33...126, 60)
                request += Array(" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n".utf8)
                request += Array("Content-Type: application/x-www-form-urlencoded\r\nX-Garbage: ".utf8)
                request += bytes(128...255, 40) + Array("\r\nCookie: sandbox_session=".utf8) + bytes(33...126, 40)
                request += Array("\r\nAuthorization: Bearer ".utf8) + bytes(33...126, 40)
                request += Array("\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
                connection.write(round % 5 == 4 ? bytes(0...255, 300) : request)
                _ = try? connection.readResponse()
            }
            #expect(try scenario.client.get("/").status == 200)
        }
    }

    @Test(arguments: ["NONSENSE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"])
    func invalidHTTPIsRejected(bytes: String) async throws {
        try await Scenario.run { scenario in
            let connection = try RawConnection(port: scenario.client.port)
            connection.write(Array(bytes.utf8))
            #expect(try connection.readResponse().status == 400)
            #expect(connection.isClosed())
        }
    }

    @Test(arguments: ["/", "/nowhere", "/..%2f..%2fetc%2fpasswd", "/%00", "/%ff%fe/v2.0/x", "//", "/error?code=<b>"])
    func unusualPathsGetAPage(path: String) async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.client.get(path)
            #expect([200, 404].contains(reply.status))
            #expect(reply.text.hasPrefix("<!doctype html>"))
            #expect(!reply.text.contains("<b>"))
        }
    }

    @Test func portInUseIsAnError() async throws {
        try await Scenario.run { scenario in
            await #expect(throws: SandboxError.portInUse(scenario.client.port)) {
                try await Sandbox.start(port: scenario.client.port)
            }
        }
    }

    @Test func shutdownClosesOpenConnections() async throws {
        let sandbox = try await Sandbox.start()
        let port = try #require(URL(string: sandbox.description.graph)?.port)
        let idle = try RawConnection(port: port)
        idle.write(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        _ = try idle.readResponse()
        try await sandbox.shutdown()
        // Whether the port refuses now is no question to ask: any other program may have it already.
        #expect(idle.isClosed())
    }

    @Test func descriptionIsOneLineOfJSON() async throws {
        try await Scenario.run { scenario in
            let line = try scenario.sandbox.description.json()
            #expect(!line.contains("\n"))
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(json?["clientId"] as? String == scenario.clientID)
            let users = json?["users"] as? [[String: Any]] ?? []
            #expect(Set(users.compactMap { $0["kind"] as? String }) == ["work", "guest", "personal"])
            let sams = users.filter { $0["username"] as? String == "sam@contoso.example" }
            #expect(Set(sams.compactMap { $0["homeAccountId"] as? String }).count == 2)
        }
    }
}
