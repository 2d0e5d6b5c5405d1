@_spi(_Unicode) import Swift

/// A word found in a text, its letters in order and possibly with others between them, with a score.
struct FuzzyMatch: Hashable, Sendable {
    /// 0 to 100. Adjacent letters always score more than scattered ones.
    let score: Int
    /// The positions of the letters, ascending.
    let positions: [Int]

    /// - Parameter mayScatter: whether the letters may have others between them.
    init?(_ word: [Unicode.Scalar], in text: [Unicode.Scalar], mayScatter: Bool = true) {
        guard !word.isEmpty, word.count <= text.count else { return nil }
        if let start = Self.piece(word, in: text) {
            score = Self.score(pieceAt: start, of: word.count, in: text)
            positions = Array(start..<start + word.count)
        } else if mayScatter, let scattered = Self.scattered(word, in: text) {
            score = Self.score(scattered: scattered, in: text)
            positions = scattered
        } else {
            return nil
        }
    }

    /// The position of the adjacent letters, at the beginning of a word if there is such a place.
    private static func piece(_ word: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Int? {
        var found: Int?
        for start in 0...text.count - word.count where text[start] == word[0] && (found == nil || begins(start, text)) {
            guard word.indices.allSatisfy({ text[start + $0] == word[$0] }) else { continue }
            if begins(start, text) { return start }
            found = start
        }
        return found
    }

    /// Searches forward for the first end, then back from there for the closest beginning.
    private static func scattered(_ word: [Unicode.Scalar], in text: [Unicode.Scalar]) -> [Int]? {
        var next = 0
        guard
            let end = text.firstIndex(where: { scalar in
                if scalar == word[next] { next += 1 }
                return next == word.count
            })
        else { return nil }
        var positions: [Int] = []
        for position in (0...end).reversed() where text[position] == word[next - 1] {
            positions.append(position)
            next -= 1
            if next == 0 { break }
        }
        return positions.reversed()
    }

    private static func score(pieceAt start: Int, of count: Int, in text: [Unicode.Scalar]) -> Int {
        if start == 0 { return count == text.count ? 100 : 80 }
        return begins(start, text) ? 70 : 50
    }

    /// Letters at the beginning of words raise the score, gaps lower it.
    private static func score(scattered positions: [Int], in text: [Unicode.Scalar]) -> Int {
        let beginnings = positions.count { begins($0, text) }
        let gap = (positions.last ?? 0) - (positions.first ?? 0) + 1 - positions.count
        return 10 + 20 * beginnings / positions.count - min(10, gap)
    }

    private static func begins(_ position: Int, _ text: [Unicode.Scalar]) -> Bool {
        position == 0 || !(text[position - 1].properties.isAlphabetic || "0"..."9" ~= text[position - 1])
    }
}

/// Text in the form that is searched: lower case, without diacritics.
struct FoldedText: Hashable, Sendable {
    let scalars: [Unicode.Scalar]
    /// The index of the character that each scalar comes from; nil when every character is one scalar.
    private let origins: [Int]?

    init(_ text: String) {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
            scalars = text.utf8.map { Unicode.Scalar(0x41...0x5A ~= $0 ? $0 + 0x20 : $0) }
            origins = nil
        } else {
            (scalars, origins) = FoldedText.fold(text)
        }
    }

    /// The index of a character in the text.
    func character(of scalar: Int) -> Int { origins?[scalar] ?? scalar }

    /// The words of a query, all of which have to be found.
    var words: [[Unicode.Scalar]] {
        scalars.split(whereSeparator: \.properties.isWhitespace).map(Array.init)
    }

    /// Decomposes each character (Normalization Form D, Unicode Standard Annex 15). The standard library's function has no
    /// public name yet, and FoundationEssentials has none.
    private static func fold(_ text: String) -> ([Unicode.Scalar], [Int]) {
        var folded: (scalars: [Unicode.Scalar], origins: [Int]) = ([], [])
        for (index, character) in text.enumerated() {
            for scalar in String(character)._nfd where !scalar.isDiacritic {
                for lower in scalar.properties.lowercaseMapping.unicodeScalars where !lower.isDiacritic {
                    folded.scalars.append(lower)
                    folded.origins.append(index)
                }
            }
        }
        return folded
    }
}

extension Unicode.Scalar {
    fileprivate var isDiacritic: Bool { !isASCII && properties.generalCategory == .nonspacingMark }
}
