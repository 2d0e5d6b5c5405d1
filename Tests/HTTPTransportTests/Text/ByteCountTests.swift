import HTTPTransport
import HostileInput
import Testing

@Suite struct ByteCountTests {
    @Test(arguments: [("0", 0), ("007", 7), ("1000", 1000), ("9007199254740992", 1 << 53)])
    func digitsAreANumberOfBytes(text: String, count: Int) {
        #expect(ByteCount.parse(text) == count)
    }

    @Test(arguments: HostileNumbers.texts)
    func noNumberOfBytesIsNegativeOrBeyondTheLargest(text: String) {
        guard let count = ByteCount.parse(text) else { return }
        #expect((0...ByteCount.largest).contains(count))
        #expect(text.utf8.allSatisfy { (0x30...0x39).contains($0) })
    }

    @Test func lengthOfABodyIsAnnounced() {
        #expect(HTTPHeaders([("content-length", "12")]).contentLength == 12)
        for text in ["", "x", "-1", "+5", "9007199254740993"] {
            #expect(HTTPHeaders([("Content-Length", text)]).contentLength == nil)
        }
    }
}
