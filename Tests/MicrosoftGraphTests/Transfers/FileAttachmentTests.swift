import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import MicrosoftGraph

@Suite struct FileAttachmentTests {
    /// A file with the name `a "b".pdf` in a folder of its own, and the request that posts it.
    private func withRequest<Result>(
        _ path: String, size: Int, type: String? = "application/octet-stream",
        _ body: (GraphRequest) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a \"b\".pdf")
        try Data(repeating: 7, count: size).write(to: file)
        var headers = HTTPHeaders()
        if let type { headers["Content-Type"] = type }
        return try await body(GraphRequest(method: "POST", path: path, headers: headers, body: .file(path: file.path)))
    }

    private func json(_ request: GraphRequest) throws -> [String: Any] {
        guard case .bytes(let data)? = request.body else { return [:] }
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func smallFileIsInTheRequest() async throws {
        try await withRequest("/me/messages/AAMk=/attachments", size: 5, type: "application/pdf") { request in
            let attachment = try #require(FileAttachment(request))
            let sent = try attachment.requestWithContent()
            #expect(!attachment.isLarge && LargeUpload(request) == nil)
            #expect(sent.path == "/me/messages/AAMk=/attachments" && sent.headers["Content-Type"] == "application/json")
            let body = try json(sent)
            #expect(body["@odata.type"] as? String == "#microsoft.graph.fileAttachment")
            #expect(body["name"] as? String == "a \"b\".pdf" && body["contentType"] as? String == "application/pdf")
            #expect(body["contentBytes"] as? String == "BwcHBwc=")
        }
    }

    /// The size was looked at when the attachment was made, so another file could be of any size.
    @Test(arguments: ["other", "a longer one"])
    func fileThatChangesMeanwhileIsNotSent(content: String) async throws {
        try await withRequest("/me/messages/1/attachments", size: 5) { request in
            let attachment = try #require(FileAttachment(request))
            guard case .file(let path)? = request.body else { return }
            try Data(content.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            #expect(throws: HTTPError.changedBody(path: path)) { try attachment.requestWithContent() }
            try FileManager.default.removeItem(atPath: path)
            #expect(throws: HTTPError.self) { try attachment.requestWithContent() }
        }
    }

    @Test func emptyFileIsAnAttachmentWithoutContent() async throws {
        try await withRequest("/me/messages/1/attachments", size: 0) { request in
            let sent = try #require(FileAttachment(request)).requestWithContent()
            #expect(try json(sent)["contentBytes"] as? String == "")
        }
    }

    @Test(arguments: [
        "/me/messages/1/attachments", "/users/a@b.c/mailFolders/inbox/messages/1/attachments",
        "/me/events/1/attachments",
        "https://g/v1.0/me/calendar/events/1/Attachments",
    ])
    func largeFileNeedsASession(path: String) async throws {
        try await withRequest(path, size: 3 << 20) { request in
            let upload = try #require(LargeUpload(request))
            #expect(
                upload.sessionRequest.path == path + "/createUploadSession" && upload.attachmentName == "a \"b\".pdf")
            let item = try json(upload.sessionRequest)["AttachmentItem"] as? [String: Any]
            #expect(item?["attachmentType"] as? String == "file" && item?["size"] as? Int == 3 << 20)
            #expect(upload.partSize < 4_000_000)
        }
    }

    @Test(
        arguments: [
            ("/me/messages/1/attachments", "application/json; charset=utf-8"), ("/me/messages/1/attachments", nil),
            ("/me/messages/1/attachments/2", "application/pdf"), ("/me/posts/1/attachments", "application/pdf"),
            ("/attachments", "application/pdf"),
        ] as [(String, String?)])
    func otherRequestsAreNoAttachments(path: String, type: String?) async throws {
        try await withRequest(path, size: 5, type: type) { #expect(FileAttachment($0) == nil) }
    }

    /// Outlook's responses to the parts have the status 200 and names that begin with capitals.
    @Test func partsGoOnWhereTheServerSays() async throws {
        try await withRequest("/me/messages/1/attachments", size: 5_000_000) { request in
            let http = ScriptedHTTP([
                .status(201, #"{"uploadUrl":"https://outlook.example/up?authtoken=t"}"#),
                .page(#"{"ExpirationDateTime":"2099-01-01T00:00:00Z","NextExpectedRanges":["3932160"]}"#), .status(201),
            ])
            let client = GraphClient(
                endpoint: "https://graph.example", http: http, clock: .instant, token: RecordingTokenSource().source)
            let sent = Mutex<[UploadEvent]>([])
            let response = try await client.upload(try #require(LargeUpload(request))) { event in
                sent.withLock { $0.append(event) }
            }
            #expect(response.status == 201 && sent.withLock(\.self) == [.sent(0), .sent(3_932_160)])
            #expect(
                http.requests.dropFirst().map { $0.headers["Content-Range"] } == [
                    "bytes 0-3932159/5000000", "bytes 3932160-4999999/5000000",
                ])
            #expect(http.requests.dropFirst().allSatisfy { $0.bearer == nil })
        }
    }
}
