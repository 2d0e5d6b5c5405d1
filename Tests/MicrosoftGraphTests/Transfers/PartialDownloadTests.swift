import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct PartialDownloadTests {
    private static func answer(_ status: Int, _ headers: HTTPHeaders) -> HTTPStreamedResponse {
        HTTPResponse(status: status, headers: headers, url: "https://h/x").streamed
    }

    private static let good: HTTPHeaders = ["ETag": "\"1\"", "Accept-Ranges": "bytes", "Content-Length": "10"]

    @Test func fileWithAStrongTagIsResumed() throws {
        var download = try #require(PartialDownload(Self.answer(200, Self.good)))
        #expect(download.size == 0 && download.total == 10)
        download.size = 4
        let rest = download.remainder(of: GraphRequest(path: "/x", headers: ["Accept": "*/*"]))
        #expect(rest.headers["Range"] == "bytes=4-" && rest.headers["If-Range"] == "\"1\"")
        #expect(rest.headers["Accept"] == "*/*")
        #expect(download.isContinued(by: Self.answer(206, ["Content-Range": "bytes 4-9/10", "ETag": "\"1\""])))
        #expect(download.isContinued(by: Self.answer(206, ["Content-Range": "bytes 4-9/10"])))
        #expect(PartialDownload(Self.answer(206, ["Content-Range": "bytes 4-9/10", "ETag": "\"1\""])) == download)
    }

    @Test(arguments: [
        ["ETag": "W/\"1\""], ["ETag": "1"], ["ETag": "\""], ["ETag": "\"\""], ["Accept-Ranges": "none"],
        ["Content-Length": "-1"], ["Content-Length": "0"], ["Content-Length": "99999999999999999999"],
        ["Content-Length": "ten"], ["Content-Encoding": "gzip"],
        ["Transfer-Encoding": "chunked"],
    ])
    func responseWithoutAStrongTagOrRangesIsNotResumable(change: [String: String]) {
        var headers = Self.good
        for (name, value) in change { headers[name] = value }
        #expect(PartialDownload(Self.answer(200, headers)) == nil)
        for status in [201, 204, 304, 404, 416, 500] { #expect(PartialDownload(Self.answer(status, Self.good)) == nil) }
    }

    @Test(arguments: [
        (200, "bytes 4-9/10", "\"1\""), (206, "bytes 3-9/10", "\"1\""), (206, "bytes 5-9/10", "\"1\""),
        (206, "bytes 4-8/10", "\"1\""), (206, "bytes 4-9/11", "\"1\""), (206, "bytes 4-9/*", "\"1\""),
        (206, "bytes 4-9/10", "\"2\""), (206, "bytes 4-9/10", "W/\"1\""), (206, "", "\"1\""),
        (416, "bytes */10", "\"1\""),
    ])
    func anotherResponseIsNotTheRemainder(status: Int, range: String, tag: String) throws {
        var download = try #require(PartialDownload(Self.answer(200, Self.good)))
        download.size = 4
        #expect(!download.isContinued(by: Self.answer(status, ["Content-Range": range, "ETag": tag])))
        download.size = 10
        #expect(!download.isContinued(by: Self.answer(206, ["Content-Range": "bytes 4-9/10"])))
    }

    @Test(arguments: SeededGenerator.seeds)
    func hostileHeadersNeverTrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var download = try #require(PartialDownload(Self.answer(200, Self.good)))
        for _ in 0..<2000 {
            let headers = HTTPHeaders(
                ["ETag", "Accept-Ranges", "Content-Length", "Content-Range"].map { name in
                    (name, Bool.random(using: &random) ? Self.good[name] ?? "bytes 4-9/10" : random.text(upTo: 12))
                })
            download.size = Int.random(in: 0...20, using: &random)
            let answer = Self.answer([200, 206].randomElement(using: &random) ?? 200, headers)
            if let other = PartialDownload(answer) { #expect(other.total > 0 && other.size < other.total) }
            _ = download.isContinued(by: answer)
        }
    }
}
