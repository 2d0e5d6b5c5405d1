import Foundation
import SandboxServer
import Testing

@Suite struct DriveContentTests {
    private func open(_ scenario: Scenario, _ token: String, conflict: String = "replace") throws -> ReceivedResponse {
        try scenario.client.send(
            "POST", "/v1.0/me/drive/root:/a.bin:/createUploadSession",
            json: #"{"item":{"@microsoft.graph.conflictBehavior":"\#(conflict)"}}"#, token: token)
    }

    /// The target of a URL at the storage host.
    private func target(_ url: String, _ storage: CookieClient) throws -> String {
        let start = try #require(url.range(of: "http://127.0.0.1:\(storage.port)"))
        return String(url[start.upperBound...])
    }

    @Test func uploadedRangesBecomeADownloadableFile() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Files.ReadWrite")
            let url = try #require(try open(scenario, token)["uploadUrl"])
            let storage = CookieClient(port: scenario.client.port, host: "127.0.0.1")
            let target = try self.target(url, storage)
            let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0) }
            func put(_ range: ClosedRange<Int>, _ more: [String: String] = [:]) throws -> ReceivedResponse {
                let field = "bytes \(range.lowerBound)-\(range.upperBound)/400000"
                return try storage.send(
                    "PUT", target, headers: more.merging(["Content-Range": field]) { $1 },
                    body: Array(bytes[range]))
            }
            #expect(try put(0...327_679, ["Authorization": "Bearer \(token)"]).status == 401)
            #expect(try put(0...99).status == 400)
            #expect(try put(327_680...399_999).status == 416)
            #expect(try put(0...327_679).status == 202)
            #expect(try put(0...327_679).status == 416)
            #expect(try storage.send("GET", target).text.contains("\"327680-\""))
            #expect(try put(327_680...399_999).status == 201)
            #expect(try storage.send("GET", target).status == 404)

            let content = try scenario.client.get("/v1.0/me/drive/root:/a.bin:/content", token: token)
            #expect(content.status == 302)
            let file = try self.target(try #require(content.header("location")), storage)
            #expect(try storage.send("GET", file).status == 200)
            let rest = try storage.send("GET", file, headers: ["Range": "bytes=399990-"])
            #expect(rest.status == 206)
            #expect(try scenario.client.send("GET", file).status == 404)
        }
    }

    @Test func existingNamesConflictUnlessReplaced() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Files.ReadWrite")
            let put = try scenario.client.send(
                "PUT", "/v1.0/me/drive/root:/a.bin:/content", headers: ["Authorization": "Bearer \(token)"], body: [1])
            #expect(put.status == 201)
            #expect(try open(scenario, token, conflict: "fail").status == 409)
            #expect(try open(scenario, token).status == 200)
        }
    }
}
