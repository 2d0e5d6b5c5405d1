import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import MicrosoftGraph

/// Each number that Graph and its storage hosts send, in every form that a server could give it.
@Suite struct HostileNumbersTests {
    private func response(_ status: Int, _ headers: HTTPHeaders) -> HTTPStreamedResponse {
        HTTPResponse(status: status, headers: headers, url: "https://h/").streamed
    }

    @Test(arguments: HostileNumbers.texts)
    func contentRangesStayWithinTheirTotal(text: String) {
        for other in HostileNumbers.texts {
            for range in ["\(text)-\(other)/100", "0-\(text)/\(other)", "\(text)-\(text)/\(other)", "0-0/\(text)"] {
                guard let parsed = ContentRange("bytes \(range)") else { continue }
                #expect(parsed.range.lowerBound >= 0 && parsed.range.upperBound <= parsed.total)
                #expect(parsed.total <= ByteCount.largest, "\(range)")
            }
        }
    }

    @Test(arguments: HostileNumbers.texts)
    func partialDownloadsHaveAPlausibleSize(text: String) {
        for headers: HTTPHeaders in [
            ["ETag": "\"1\"", "Accept-Ranges": "bytes", "Content-Length": text],
            ["ETag": "\"1\"", "Content-Range": "bytes \(text)-9007199254740990/9007199254740991"],
            ["ETag": "\"1\"", "Content-Range": "bytes 5-9/\(text)"],
        ] {
            for status in [200, 206] {
                guard let download = PartialDownload(response(status, headers)) else { continue }
                #expect(download.size >= 0 && download.total > 0 && download.total <= ByteCount.largest)
                _ = download.remainder(of: GraphRequest(path: "/me"))
            }
        }
    }

    @Test(arguments: HostileNumbers.inJSON)
    func percentagesAreFromZeroToAHundred(number: String) {
        let status = OperationStatus(Data(#"{"status":"running","percentageComplete":\#(number)}"#.utf8))
        if let percent = status?.percent { #expect((0...100).contains(percent)) }
    }

    @Test(arguments: HostileNumbers.texts)
    func expiryTimesAreReadOrIgnored(text: String) {
        for time in [
            text, "\(text)-01-01T00:00:00Z", "2030-\(text)-01T00:00:00Z", "2030-01-\(text)T00:00:00Z",
            "2030-01-01T\(text):00:00Z", "2030-01-01T00:00:\(text)Z", "2030-01-01T00:00:00.\(text)Z",
            "2030-01-01T00:00:00+\(text):00", "2030-01-01T00:00:00+\(text)", "2030-01-01T00:00:00-00:\(text)",
        ] {
            let body = try? JSONEncoder().encode(["expirationDateTime": time])
            guard let expiry = UploadSession.expiry(in: body ?? Data()) else { continue }
            #expect(abs(expiry.timeIntervalSince1970) < 253_402_300_800, "\(time)")
        }
    }

    /// A server that asks for the same part again and again is given up.
    @Test(arguments: HostileNumbers.texts)
    func missingRangesEndTheUploadOrAreIgnored(text: String) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: 5 << 20).write(to: file)
        let request = GraphRequest(method: "PUT", path: "/me/drive/items/1/content", body: .file(path: file.path))
        let upload = try #require(LargeUpload(request))
        for range in [text, "\(text)-", "0-\(text)"] {
            let body = try JSONEncoder().encode(["nextExpectedRanges": [range]])
            let status = String(decoding: body, as: UTF8.self)
            let opening = ScriptedHTTP.Reply.page(#"{"uploadUrl":"https://h/new"}"#)
            let http = ScriptedHTTP([opening] + (0..<12).map { $0 % 2 == 0 ? .status(202, status) : .page(status) })
            let client = GraphClient(
                endpoint: "https://graph.example", http: http, clock: .instant, token: RecordingTokenSource().source)
            _ = try? await client.upload(upload) { _ in }
            for request in http.requests.dropFirst() {
                guard let sent = request.headers["Content-Range"] else { continue }
                #expect(ContentRange(sent)?.total == 5 << 20, "\(sent)")
            }
        }
    }
}
