import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

@Suite struct GraphResponseTests {
    @Test(arguments: [
        ("<html>", "text/html", true), ("Blocked", "text/html; charset=utf-8", true), ("\u{FEFF} <!doctype>", "", true),
        ("<p>", "application/json", true), ("{}", "text/html", false), ("", "text/html", false), ("[]", "", false),
        ("<edmx/>", "application/xml", false), ("<html/>", "application/xhtml+xml", true),
        ("a < b", "text/plain", false),
    ])
    func pageIsMarkupOrDeclaredToBeHTML(body: String, type: String, isPage: Bool) {
        let response = GraphResponse(status: 200, headers: ["Content-Type": type], body: Data(body.utf8))
        #expect(response.isWebPage == isPage)
    }

    @Test(arguments: [
        ("GET", "/me/drive/items/1/content", true), ("GET", "/me/messages/1/$value", true),
        ("GET", "/me/drive/root/contentStream?x=1", true), ("PUT", "/me/drive/items/1/content", false),
        ("GET", "/me/content/x", false), ("GET", "/me", false),
    ])
    func contentIsReadAtTheEndOfAPath(method: String, path: String, readsContent: Bool) {
        #expect(GraphRequest(method: method, path: path).readsContent == readsContent)
    }

    @Test(arguments: [
        (#"{"error":{"code":"c","message":"m","innerError":{"request-id":"r"}}}"#, "c", "m", "r"),
        (#"{"error":{"code":"c","message":"m","innererror":{"request-id":"r","date":"d"}}}"#, "c", "m", "r"),
        (#"{"error":{"code":"c","message":"m"}}"#, "c", "m", nil),
        (#"{"error":{"code":"","message":""}}"#, "", "", nil),
        (#"{"error":{}}"#, "", "", nil), (#"{"error":{"code":5,"message":[],"innerError":"x"}}"#, "", "", nil),
        (#"{"error":{"code":null,"message":"m","innerError":{}},"more":1}"#, "", "m", nil),
    ])
    func membersOfTheErrorAreRead(body: String, code: String, message: String, requestID: String?) throws {
        let error = try #require(GraphServiceError(Data(body.utf8)))
        #expect(error.code == code)
        #expect(error.message == message)
        #expect(error.requestID == requestID)
    }

    @Test(arguments: [
        (#"{"error":{"code":"a","innerError":{"code":"b","innererror":{"code":"c","request-id":"r"}}}}"#, ["b", "c"]),
        (#"{"error":{"code":"a","innererror":{"code":5,"innererror":{"code":"c"}}}}"#, ["c"]),
        (#"{"error":{"code":"a","innerError":{"innerError":[{"code":"c"}]}}}"#, []),
        (#"{"error":{"code":"a","innerError":"b"}}"#, []),
    ])
    func codesOfInnerErrorsAreRead(body: String, codes: [String]) throws {
        let error = try #require(GraphServiceError(Data(body.utf8)))
        #expect(error.innerCodes == codes)
        #expect((["a"] + codes).allSatisfy { error.has(code: $0.uppercased()) } && !error.has(code: "d"))
    }

    @Test func errorOfDeeplyNestedErrorsIsNone() {
        let depth = 10_000
        let inner = String(repeating: #"{"innerError":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        #expect(GraphServiceError(Data(#"{"error":{"code":"a","innerError":\#(inner)}}"#.utf8)) == nil)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "<html>502</html>", #"{"error":"invalid_grant"}"#, #"{"error":null}"#, #"{"error":[]}"#,
    ])
    func otherBodiesHaveNoError(body: String) {
        #expect(GraphServiceError(Data(body.utf8)) == nil)
    }

    @Test(arguments: [
        (200, true), (204, true), (304, true), (302, false), (399, false), (400, false), (500, false), (199, false),
    ])
    func successIsAStatusOf2xxOr304(status: Int, isSuccess: Bool) {
        #expect(GraphResponse(status: status, headers: HTTPHeaders(), body: Data()).isSuccess == isSuccess)
    }
}
