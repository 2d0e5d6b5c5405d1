/// Reads the numbers of bytes that a server announces: `Content-Length`, `Content-Range`, `nextExpectedRanges`.
package enum ByteCount {
    /// 8 PiB: more than any service stores in a file, and small enough that no sum and no percentage of it overflows.
    package static let largest = 1 << 53

    /// Nil for anything but digits (RFC 9110 §8.6), and for more than ``largest``.
    package static func parse(_ text: some StringProtocol) -> Int? {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let count = Int(text), count <= largest else { return nil }
        return count
    }
}

extension HTTPHeaders {
    /// The announced size of the body as it is sent, before decompression; nil where none or no number is announced.
    package var contentLength: Int? { self["Content-Length"].flatMap(ByteCount.parse) }
}
