import HTTPTransport
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct ContentRangeTests {
    @Test func rangeIsParsedAndFormatted() {
        let range = ContentRange(5..<10, of: 12)
        #expect(range.text == "bytes 5-9/12")
        #expect(ContentRange(range.text) == range)
        #expect(ContentRange("BYTES 0-0/1") == ContentRange(0..<1, of: 1))
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-9/*", "bytes */10", "items 0-9/10", "bytes 9-0/10", "bytes 0-10/10", "bytes -1-3/10",
        "bytes 0-9/10/10", "bytes 0-99999999999999999999/10", "bytes 0-9", "bytes 0-9223372036854775807/1",
    ])
    func otherTextsAreRejected(text: String) {
        #expect(ContentRange(text) == nil)
    }

    @Test func randomTextNeverTraps() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("bytes 0123456789-/*")
        for _ in 0..<20_000 {
            let text = "bytes " + String((0..<12).compactMap { _ in alphabet.randomElement(using: &generator) })
            if let range = ContentRange(text) { #expect(range.range.upperBound <= range.total) }
        }
    }
}

@Suite struct StrongValidatorTests {
    private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let later = "Sun, 06 Nov 1994 08:49:38 GMT"
    private static let tag = ["ETag": "\"1\""]
    private static let date = ["Last-Modified": modified, "Date": later]
    private static let tagAndDate = ["ETag": "\"1\"", "Last-Modified": modified]

    /// RFC 9110 §13.1.5 and §8.8.2.2.
    @Test(
        arguments: [
            (["ETag": "\"1\""], "\"1\""), (["ETag": "\"1\"", "Last-Modified": modified, "Date": later], "\"1\""),
            (["Last-Modified": modified, "Date": later], modified),
            (["Last-Modified": modified, "Date": "Mon, 07 Nov 1994 08:00:00 GMT"], modified),
            (["ETag": "W/\"1\"", "Last-Modified": modified, "Date": later], nil), (["ETag": "\"1"], nil),
            (["ETag": ""], nil),
            (["Last-Modified": modified, "Date": modified], nil), (["Last-Modified": later, "Date": modified], nil),
            (["Last-Modified": modified], nil), (["Last-Modified": "yesterday", "Date": later], nil),
            (["Date": later], nil),
        ] as [([String: String], String?)])
    func strongTagOrElseAnOldDateCounts(headers: [String: String], validator: String?) {
        #expect(StrongValidator(HTTPHeaders(headers.map { ($0, $1) }))?.ifRange == validator)
    }

    @Test(
        arguments: [
            (tag, [:], true), (tag, ["ETag": "\"1\""], true), (tag, ["ETag": "W/\"1\""], false),
            (tag, ["ETag": "\"2\""], false), (tag, ["Last-Modified": later], false),
            (tagAndDate, ["Last-Modified": modified], true), (tagAndDate, ["Last-Modified": later], false),
            (tagAndDate, ["ETag": "\"1\"", "Last-Modified": later], true), (date, [:], true),
            (date, ["Last-Modified": modified], true), (date, ["Last-Modified": later], false),
            (date, ["ETag": "\"1\""], false),
        ] as [([String: String], [String: String], Bool)])
    func partOfAnotherVersionIsNotTheRemainder(
        whole: [String: String], headers: [String: String], isAllowed: Bool
    ) throws {
        let validator = try #require(StrongValidator(HTTPHeaders(whole.map { ($0, $1) })))
        let headers = HTTPHeaders(headers.map { ($0, $1) } + [("Content-Range", "bytes 4-9/10")])
        let response = HTTPResponse(status: 206, headers: headers, url: "https://h/x").streamed
        let range = ContentRange(4..<10, of: 10)
        #expect(range.isHeld(by: response, version: validator) == isAllowed)
    }
}
