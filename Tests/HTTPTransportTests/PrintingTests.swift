import Foundation
import HTTPTransport
import Testing

/// Requests and responses find their way into error messages and debuggers; what they carry must not.
@Suite struct PrintingTests {
    private let url = "https://user:SEKRET@h/?code=SEKRET"

    private func everyPrint(of value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value)\n\(String(reflecting: value))\n\(String(describing: Optional(value)))\n\(dumped)"
    }

    @Test func aRequestShowsItsLineOnly() {
        var request = HTTPRequest(
            method: "POST\n", url: url, headers: ["Cookie": "SEKRET"], body: .form([("a", "SEKRET")]))
        request.headers.set("Authorization", secret: Secret("SEKRET"))
        #expect(!everyPrint(of: request).contains("SEKRET"))
        #expect("\(request)" == "POST\\u{a} https://<redacted>@h/?code=<redacted>")
    }

    @Test func aResponseShowsItsSizeOnly() {
        let headers: HTTPHeaders = ["Set-Cookie": "SEKRET"]
        let response = HTTPResponse(status: 200, headers: headers, body: Data("SEKRET".utf8), url: url)
        let streamed = HTTPStreamedResponse(status: 200, headers: headers, url: url, body: HTTPBodyStream { nil })
        #expect(!everyPrint(of: response).contains("SEKRET"))
        #expect(!everyPrint(of: streamed).contains("SEKRET"))
        #expect("\(response)" == "HTTP 200, 6 bytes from https://<redacted>@h/?code=<redacted>")
    }

    @Test(arguments: [
        (HTTPError.cannotResolve(host: "h"), true, true), (.cannotConnect(host: "h", reason: ""), true, true),
        (.proxyRefused(host: "h", proxy: "p", status: 407), false, true),
        (.proxyRefused(host: "h", proxy: "p", status: 502), true, true),
        (.timedOut(host: "h", seconds: 1), true, false), (.connectionLost(host: "h", reason: ""), true, false),
        (.tls(host: "h", reason: ""), false, false), (.cancelled, false, false),
        (.tooManyRedirects(limit: 1), false, false),
        (.libraryMissing(reason: ""), false, false),
    ])
    func anErrorSaysWhetherToTryAgain(error: HTTPError, isTransient: Bool, isBeforeConnection: Bool) {
        #expect(error.isTransient == isTransient)
        #expect(error.isBeforeConnection == isBeforeConnection)
    }
}
