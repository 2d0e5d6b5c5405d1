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
