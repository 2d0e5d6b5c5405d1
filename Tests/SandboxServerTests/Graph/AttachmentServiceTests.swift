import Foundation
import SandboxServer
import Testing

@Suite struct AttachmentServiceTests {
    private static let place = "/v1.0/me/messages/AAMk1=/attachments"

    private func open(_ scenario: Scenario, _ token: String, size: Int) throws -> ReceivedResponse {
        try scenario.client.send(
            "POST", "\(Self.place)/createUploadSession",
            json: #"{"AttachmentItem":{"attachmentType":"file","name":"a.pdf","size":\#(size)}}"#, token: token)
    }

    @Test(arguments: [(3 << 20, 201), ((3 << 20) - 1, 400), (150 << 20, 201), ((150 << 20) + 1, 400)])
    func sessionIsForLargeFiles(size: Int, status: Int) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Mail.ReadWrite")
            #expect(try open(scenario, token, size: size).status == status)
        }
    }

    @Test func rangesBecomeAnAttachment() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Mail.ReadWrite")
            let size = 4_100_000
            let url = try #require(try open(scenario, token, size: size)["uploadUrl"])
            let start = try #require(url.range(of: "/storage/"))
            let target = String(url[start.lowerBound...])
            let storage = CookieClient(port: scenario.client.port, host: "127.0.0.1")
            func put(_ range: ClosedRange<Int>, _ more: [String: String] = [:]) throws -> ReceivedResponse {
                let field = "bytes \(range.lowerBound)-\(range.upperBound)/\(size)"
                return try storage.send(
                    "PUT", target, headers: more.merging(["Content-Range": field]) { $1 },
                    body: [UInt8](repeating: 7, count: range.count))
            }
            #expect(try put(0...99, ["Authorization": "Bearer \(token)"]).status == 401)
            // A range of 4 MB is too large.
            #expect(try put(0...3_999_999).status == 400)
            let first = try put(0...3_899_999)
            #expect(first.status == 200 && first.text.contains(#""NextExpectedRanges":["3900000"]"#), "\(first.text)")
            #expect(try put(0...99).status == 416)
            let last = try put(3_900_000...4_099_999)
            #expect(last.status == 201 && last.text.isEmpty && last.header("location") != nil)
            let list = try scenario.client.get(Self.place, token: token)
            #expect(list.text.contains(#""name":"a.pdf""#) && list.text.contains("4100000"))
        }
    }
}
