import Foundation

/// An item made ready: its texts safe to show, and folded to be searched.
struct PickerRow: Sendable {
    /// The name, then the details.
    let cells: [String]
    let why: String
    let isCurrent: Bool
    private let folded: [FoldedText]
    /// Whether each cell is a GUID: almost any few letters are somewhere in one, if others may stand between them.
    private let isGUID: [Bool]

    init(_ item: PickerItem) {
        cells = ([item.name] + item.details).map(PickerRow.safe)
        why = PickerRow.safe(item.why)
        isCurrent = item.isCurrent
        folded = cells.map(FoldedText.init)
        isGUID = cells.map { $0.utf8.count == 36 && UUID(uuidString: $0) != nil }
    }

    /// How well all words fit together; nil unless each of them is found.
    func score(_ words: [[Unicode.Scalar]]) -> Int? {
        var sum = 0
        for word in words {
            guard let best = best(word) else { return nil }
            sum += best.score
        }
        return sum
    }

    /// The characters of each cell that the words were found in.
    func marks(_ words: [[Unicode.Scalar]]) -> [Set<Int>] {
        var marks = cells.map { _ in Set<Int>() }
        for word in words {
            guard let best = best(word) else { continue }
            marks[best.cell].formUnion(best.match.positions.map(folded[best.cell].character))
        }
        return marks
    }

    /// The cell that a word fits best; of equals the name, then the first.
    private func best(_ word: [Unicode.Scalar]) -> (cell: Int, match: FuzzyMatch, score: Int)? {
        var best: (cell: Int, match: FuzzyMatch, score: Int)?
        for (cell, text) in folded.enumerated() {
            guard let match = FuzzyMatch(word, in: text.scalars, mayScatter: !isGUID[cell]) else { continue }
            let score = match.score + (cell == 0 ? 5 : 0)
            if score > best?.score ?? .min { best = (cell, match, score) }
        }
        return best
    }

    /// `safeLine` goes through characters, which is slow for thousands of items; hardly any needs it.
    private static func safe(_ text: String) -> String {
        text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } ? text : text.safeLine
    }
}
