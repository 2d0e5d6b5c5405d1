import HTTPTransport

/// A text in which `*` matches any run of characters, slashes included. Nothing else is special.
///
/// Bytes are compared: case and escapes are normalized before a glob is made.
struct Glob: Hashable, Sendable {
    /// The texts before, between and after the wildcards: the first begins the text and the last ends it.
    let pieces: [[UInt8]]

    /// - Parameter pieces: at least one; without wildcards there is exactly one.
    init(pieces: [[UInt8]]) {
        let ends = [0, pieces.count - 1]
        // Two wildcards with nothing between them are the same as one.
        self.pieces = pieces.indices.filter { ends.contains($0) || !pieces[$0].isEmpty }.map { pieces[$0] }
    }

    /// Makes a glob of a text without escapes: every `*` is a wildcard.
    init(_ text: some StringProtocol) {
        self.init(pieces: Self.split(text).map { Array($0.utf8) })
    }

    static func split<Text: StringProtocol>(_ text: Text) -> [Text.SubSequence] {
        text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
            .map { text[$0.startIndex..<$0.endIndex] }
    }

    var wildcards: Int { pieces.count - 1 }
    var literals: Int { pieces.reduce(0) { $0 + $1.count } }

    /// Takes each piece at its first occurrence. A match with a later one is a match with the first one too, so no
    /// backtracking is needed.
    func matches(_ text: [UInt8]) -> Bool {
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return text == pieces.first }
        guard text.count >= first.count + last.count, text.starts(with: first), text.ends(with: last) else {
            return false
        }
        var remainder = text[first.count..<(text.count - last.count)]
        for piece in pieces.dropFirst().dropLast() {
            guard let end = remainder.end(of: piece) else { return false }
            remainder = remainder[end...]
        }
        return true
    }

    /// Whether some text matches both.
    ///
    /// Two globs with wildcards can only differ in their ends. If those agree, the longer of the beginnings, all pieces of
    /// both and the longer of the ends make a text that matches both.
    func overlaps(_ other: Glob) -> Bool {
        guard let first = pieces.first, let last = pieces.last, let start = other.pieces.first,
            let end = other.pieces.last
        else { return false }
        if wildcards == 0 { return other.matches(first) }
        if other.wildcards == 0 { return matches(start) }
        return (first.starts(with: start) || start.starts(with: first))
            && (last.ends(with: end) || end.ends(with: last))
    }

    /// Whether this glob matches all that the other one does. False where that is not certain.
    ///
    /// The byte that stands for the other's wildcards is in no UTF-8 text, so only wildcards of this glob match it.
    func covers(_ other: Glob) -> Bool { matches(Array(other.pieces.joined(separator: [0xFF]))) }

    /// The text with `*` for wildcards. Blanks, control characters, literal stars and percent signs are escaped.
    var text: String {
        pieces.map { piece in
            String(decoding: piece.flatMap { Self.isPlain($0) ? [$0] : Self.escape($0) }, as: UTF8.self)
        }.joined(separator: "*")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "*")
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%")] + byte.hexDigits(uppercase: true)
    }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
    fileprivate func ends(with end: some BidirectionalCollection<UInt8>) -> Bool {
        reversed().starts(with: end.reversed())
    }
}

extension ArraySlice<UInt8> {
    /// The index after the first occurrence.
    fileprivate func end(of piece: [UInt8]) -> Int? {
        guard piece.count <= count else { return nil }
        for start in startIndex...(endIndex - piece.count) where self[start...].starts(with: piece) {
            return start + piece.count
        }
        return nil
    }
}
