/// A word found in a text, its letters in order and maybe with others between them, and how well it fits.
struct FuzzyMatch: Hashable, Sendable {
    /// 0 to 100. Letters in one piece are always above scattered ones.
    let score: Int
    /// Where the letters are, ascending.
    let positions: [Int]

    /// - Parameter mayScatter: whether the letters may have others between them.
    init?(_ word: [Unicode.Scalar], in text: [Unicode.Scalar], mayScatter: Bool = true) {
        guard !word.isEmpty, word.count <= text.count else { return nil }
        if let start = FuzzyMatch.piece(word, in: text) {
            score = FuzzyMatch.score(pieceAt: start, of: word.count, in: text)
            positions = Array(start..<start + word.count)
        } else if mayScatter, let scattered = FuzzyMatch.scattered(word, in: text) {
            score = FuzzyMatch.score(scattered: scattered, in: text)
            positions = scattered
        } else {
            return nil
        }
    }

    /// Where the word stands in one piece, at the beginning of a word if it does anywhere.
    private static func piece(_ word: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Int? {
        var found: Int?
        for start in 0...text.count - word.count where text[start] == word[0] && (found == nil || begins(start, text)) {
            guard word.indices.allSatisfy({ text[start + $0] == word[$0] }) else { continue }
            if begins(start, text) { return start }
            found = start
        }
        return found
    }

    /// From the front for the first end, then back from there for the closest beginning.
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

    /// Letters that begin words count for it, gaps against it.
    private static func score(scattered positions: [Int], in text: [Unicode.Scalar]) -> Int {
        let beginnings = positions.count { begins($0, text) }
        let gap = (positions.last ?? 0) - (positions.first ?? 0) + 1 - positions.count
        return 10 + 20 * beginnings / positions.count - min(10, gap)
    }

    private static func begins(_ position: Int, _ text: [Unicode.Scalar]) -> Bool {
        position == 0 || !(text[position - 1].properties.isAlphabetic || "0"..."9" ~= text[position - 1])
    }
}
