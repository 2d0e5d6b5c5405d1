import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

@Suite struct LargeUploadTests {
    private func upload(_ path: String, size: Int = (4 << 20) + 1, method: String = "PUT") throws -> LargeUpload? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: size).write(to: file)
        return LargeUpload(
            GraphRequest(
                method: method, path: path, headers: ["Content-Type": "text/plain", "If-Match": "e"],
                body: .file(path: file.path)))
    }

    @Test(arguments: [
        ("/me/drive/root:/a%20b:/content", "/me/drive/root:/a%20b:/createUploadSession", "replace"),
        ("drives/1/items/2/content", "drives/1/items/2/createUploadSession", "replace"),
        (
            "https://g/beta/users/u/drive/items/2/Content", "https://g/beta/users/u/drive/items/2/createUploadSession",
            "replace"
        ),
        (
            "/me/drive/items/2/content?@microsoft.graph.conflictBehavior=fail", "/me/drive/items/2/createUploadSession",
            "fail"
        ),
        (
            "/me/drive/items/2/content?%40Microsoft.Graph.ConflictBehavior=Rename",
            "/me/drive/items/2/createUploadSession", "rename"
        ),
    ])
    func largeFileOfADriveNeedsASession(path: String, opening: String, conflict: String) throws {
        let upload = try #require(try upload(path))
        #expect(upload.size == (4 << 20) + 1)
        #expect(upload.sessionRequest.method == "POST" && upload.sessionRequest.path == opening)
        #expect(upload.sessionRequest.headers.values("Content-Type") == ["application/json"])
        #expect(upload.sessionRequest.headers["If-Match"] == "e")
        let body = Data(#"{"item":{"@microsoft.graph.conflictBehavior":"\#(conflict)"}}"#.utf8)
        #expect(upload.sessionRequest.body == .bytes(body))
    }

    @Test(arguments: [
        ("/me/drive/items/2/content", 4 << 20, "PUT"), ("/me/drive/items/2/content", 5 << 20, "POST"),
        ("/me/onenote/pages/1/content", 5 << 20, "PUT"), ("/me/drive/items/2/content?$select=id", 5 << 20, "PUT"),
        ("/me/messages/1/attachments", (3 << 20) - 1, "POST"), ("/groups/1/threads/2/attachments", 5 << 20, "POST"),
        ("/me/drive/items/2/contents", 5 << 20, "PUT"), ("/me/photo/$value", 5 << 20, "PUT"),
    ])
    func otherRequestsNeedNoSession(path: String, size: Int, method: String) throws {
        #expect(try upload(path, size: size, method: method) == nil)
    }
}
