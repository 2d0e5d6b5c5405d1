/// What part of a whole an answer holds: `bytes 0-99/1000` (RFC 9110 §14.4).
struct ContentRange: Hashable {
    let range: Range<Int>
    /// The size of the whole.
    let total: Int

    /// Nil for any other unit or shape, an unknown total, and a range that is not within it.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let total = Int(parts[1]), let first = Int(ends[0]),
            let last = Int(ends[1]), first >= 0, first <= last, last < total
        else { return nil }
        range = first..<(last + 1)
        self.total = total
    }

    init(_ range: Range<Int>, of total: Int) {
        self.range = range
        self.total = total
    }

    var text: String { "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)" }
}
