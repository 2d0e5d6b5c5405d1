import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

@Suite struct ResumingDownloadTests {
    private static let request = HTTPRequest(url: "https://graph.example/v1.0/me/photo/$value")
    private static let storage = "https://files.example/x"
    private static let whole: HTTPHeaders = ["ETag": "\"1\"", "Content-Length": "10"]

    /// The text that arrives until the end or an error, of a response that begins with `text` and ends there.
    private func read(
        _ text: String, _ headers: HTTPHeaders = whole, status: Int = 200, from url: String = storage,
        to request: HTTPRequest = request, then http: ScriptedHTTP = ScriptedHTTP()
    ) async -> (text: String, error: HTTPError?) {
        var response = HTTPResponse(status: status, headers: headers, body: Data(text.utf8), url: url).streamed
        response = response.resuming(request, http: http)
        var received = ""
        do throws(HTTPError) {
            for try await chunk in response.body { received += String(decoding: chunk, as: UTF8.self) }
        } catch {
            return (received, error)
        }
        return (received, nil)
    }

    private static func part(_ range: String, _ body: String, tag: String = "\"1\"") -> ScriptedHTTP.Reply {
        .response(status: 206, headers: ["Content-Range": "bytes \(range)/10", "ETag": tag], body: body)
    }

    private static func isLost(_ error: HTTPError?, host: String = "files.example") -> Bool {
        if case .connectionLost(host, _) = error { true } else { false }
    }

    @Test func earlyEndOfARemainderIsResumedAgain() async {
        let http = ScriptedHTTP([Self.part("3-9", "34"), Self.part("5-9", ""), Self.part("5-9", "56789")])
        let (text, error) = await read("012", then: http)
        #expect(text == "0123456789" && error == nil)
        #expect(http.requests.map { $0.headers["Range"] } == ["bytes=3-", "bytes=5-", "bytes=5-"])
        #expect(http.requests.allSatisfy { $0.headers["If-Range"] == "\"1\"" && $0.url == Self.storage })
        http.expectAllUsed()
    }

    @Test(arguments: ["", "3456789x"]) func remainderOfAnotherSizeFailsInTheEnd(body: String) async {
        let http = ScriptedHTTP((0..<5).map { _ in Self.part("3-9", body) })
        let (text, error) = await read("012", then: http)
        #expect(text == "012" && Self.isLost(error), "\(text) \(String(describing: error))")
        http.expectAllUsed()
    }

    /// A server that ignores `If-Range` sends the bytes of another version.
    @Test func bytesOfTwoVersionsAreNotJoined() async {
        let http = ScriptedHTTP([Self.part("3-9", "3456789", tag: "\"2\"")])
        let (text, error) = await read("012", then: http)
        #expect(text == "012" && Self.isLost(error))
        http.expectAllUsed()
    }

    @Test(arguments: [("45", true), ("456", false), ("4", false), ("", false)])
    func partEndsAtExactlyItsSize(body: String, isWhole: Bool) async {
        let url = Self.request.url
        let (text, error) = await read(body, ["Content-Range": "bytes 4-5/10"], status: 206, from: url)
        #expect(isWhole ? error == nil : Self.isLost(error, host: "graph.example"))
        #expect(text == (body.count > 2 ? "" : body))
    }

    @Test(
        arguments: [
            (206, ["Content-Range": "bytes 4-5/10", "Content-Encoding": "gzip"]), (206, [:]),
            (206, ["Content-Range": "bytes 4-5/*"]), (200, ["Content-Range": "bytes 4-5/10"]),
            (200, ["ETag": "\"1\"", "Content-Length": "10", "Transfer-Encoding": "chunked"]),
        ] as [(Int, [String: String])])
    func bodyOfUnknownSizeEndsAnywhere(status: Int, headers: [String: String]) async {
        let (text, error) = await read("4", HTTPHeaders(headers.map { ($0, $1) }), status: status)
        #expect(text == "4" && error == nil)
    }

    @Test func responseToHEADHasNoBody() async {
        let request = HTTPRequest(method: "HEAD", url: Self.request.url)
        let (text, error) = await read("", ["Content-Range": "bytes 4-5/10"], status: 206, to: request)
        #expect(text.isEmpty && error == nil)
    }
}
