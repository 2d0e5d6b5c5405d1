import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct ServerFileNameTests {
    private func name(header: String?, path: String) -> String? {
        var headers = HTTPHeaders()
        if let header { headers["Content-Disposition"] = header }
        let response = HTTPResponse(status: 200, headers: headers, body: Data(), url: "https://g/").streamed
        return ServerFileName.name(in: response, to: GraphRequest(path: path))
    }

    @Test(arguments: [
        ("attachment; filename=a.txt", "/me/drive/root:/b.txt:/content", "a.txt"),
        (nil, "/me/drive/root:/folder/b%20c.txt:/content", "b c.txt"), (nil, "/me/drive/items/1/content", nil),
        (nil, "/me/photo/$value", nil), (nil, "/me/drive/root:/content", nil),
        ("attachment; filename=\"..\"", "/x", "_."), ("attachment; filename=\".bashrc\"", "/x", "_bashrc"),
        ("attachment; filename=\" .bashrc\"", "/x", "_bashrc"),
        ("attachment; filename*=UTF-8''%20%09.profile", "/x", "_profile"),
        ("attachment; filename=\" \"", "/x", nil), ("attachment; filename=\"a\u{202E}fdp.exe\"", "/x", "a_fdp.exe"),
        ("attachment; filename*=UTF-8''a%0Ab%1B%5B31m%2Fc", "/x", "c"),
        ("attachment; filename*=UTF-8''%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/x", "passwd"),
        ("attachment; filename=\"\(String(repeating: "x", count: 256))\"", "/x", nil),
    ])
    func nameIsOneThatAFileCanHave(header: String?, path: String, name: String?) {
        #expect(self.name(header: header, path: path) == name)
    }

    /// The name is relative to the working directory, which is the same for all tests.
    @Test func fileThatAppearsDuringTheDownloadStaysUnlessForced() throws {
        let name = "acct-server-file-\(UUID().uuidString)"
        let response = HTTPResponse(
            status: 200, headers: ["Content-Disposition": "attachment; filename=\(name)"], url: "https://g/")
        defer { unlink(name) }
        let file = try ServerFileName(replaces: false).file(for: response.streamed, to: GraphRequest(path: "/x"))
        let forced = try ServerFileName(replaces: true).file(for: response.streamed, to: GraphRequest(path: "/x"))
        try file.write(Data("downloaded".utf8))
        try Data("other".utf8).write(to: URL(fileURLWithPath: name))
        let error = #expect(throws: (any Error).self) { try file.commit() }
        #expect(Failure(try #require(error)).message.contains("\(name) exists already, and stays as it is."))
        #expect(try String(contentsOfFile: name, encoding: .utf8) == "other")
        try forced.write(Data("downloaded".utf8))
        try forced.commit()
        #expect(try String(contentsOfFile: name, encoding: .utf8) == "downloaded")
    }

    @Test func fileThatExistsIsRefusedUnlessForced() throws {
        let name = "acct-server-file-\(UUID().uuidString)"
        let response = HTTPResponse(
            status: 200, headers: ["Content-Disposition": "attachment; filename=\(name)"], url: "https://g/")
        defer { unlink(name) }
        // A link that leads nowhere is a name in use as well.
        for makeFile in [{ close(creat(name, 0o600)) }, { symlink("none/none", name) }] {
            _ = makeFile()
            let error = #expect(throws: (any Error).self) {
                _ = try ServerFileName(replaces: false).file(for: response.streamed, to: GraphRequest(path: "/x"))
            }
            #expect(Failure(try #require(error)).message.contains("\(name) exists already"))
            unlink(name)
        }
    }
}
