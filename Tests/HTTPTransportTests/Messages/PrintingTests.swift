import Foundation
import HTTPTransport
import Testing

/// Requests, responses and errors get printed in messages and debuggers. Their contents must not be.
@Suite struct PrintingTests {
    private let url = "https://user:SEKRET@h/?code=SEKRET"

    private func everyPrint(of value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value)\n\(String(reflecting: value))\n\(String(describing: Optional(value)))\n\(dumped)"
    }

    @Test func aRequestPrintsItsRedactedLineOnly() {
        var request = HTTPRequest(
            method: "POST\n", url: url, headers: ["Cookie": "SEKRET"], body: .form([("a", "SEKRET")]))
        request.headers.set("Authorization", secret: Secret("SEKRET"))
        #expect(!everyPrint(of: request).contains("SEKRET"))
        #expect("\(request)" == "POST\\u{a} https://<redacted>@h/?code=<redacted>")
    }

    @Test func aResponsePrintsItsSizeAndRedactedURLOnly() {
        let headers: HTTPHeaders = ["Set-Cookie": "SEKRET"]
        let response = HTTPResponse(status: 200, headers: headers, body: Data("SEKRET".utf8), url: url)
        let streamed = HTTPStreamedResponse(status: 200, headers: headers, url: url, body: HTTPBodyStream { nil })
        #expect(!everyPrint(of: response).contains("SEKRET"))
        #expect(!everyPrint(of: streamed).contains("SEKRET"))
        #expect("\(response)" == "HTTP 200, 6 bytes from https://<redacted>@h/?code=<redacted>")
    }

    /// Of a URL that is a secret as a whole, as that of an upload session or the target of a redirect to another host.
    @Test(arguments: [(true, nil), (false, "h")] as [(Bool, String?)])
    func aResponseOfASecretURLPrintsItsOriginOnly(urlIsSecret: Bool, redirectedHost: String?) {
        var response = HTTPResponse(
            status: 200, body: Data("SEKRET".utf8), url: "https://h/SEKRET?x=SEKRET", redirectedHost: redirectedHost)
        response.urlIsSecret = urlIsSecret
        #expect("\(response)" == "HTTP 200, 6 bytes from https://h:443/<redacted>")
        #expect("\(response.streamed)" == "HTTP 200 from https://h:443/<redacted>")
        #expect(!everyPrint(of: response).contains("SEKRET"))
        #expect(!everyPrint(of: response.streamed).contains("SEKRET"))
        #expect(!everyPrint(of: response.streamed.body).contains("SEKRET"))
    }

    @Test func aBodyPrintsNoBytes() {
        let bodies: [HTTPBody] = [
            .bytes(Data("hunter2".utf8)), .secret(Data("hunter2".utf8)), .form([("p", "hunter2")]),
        ]
        var dumped = ""
        dump(bodies, to: &dumped)
        #expect(!"\(bodies)\(dumped)\(String(reflecting: bodies))".contains("hunter2"))
        #expect(!dumped.contains("104"), "no bytes as numbers either")
    }
}
