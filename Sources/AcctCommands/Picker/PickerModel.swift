/// The state of a picker, without a terminal: the query, the rows that match it, and the cursor.
struct PickerModel: Sendable {
    enum Outcome: Hashable, Sendable {
        /// The index of the item.
        case chosen(Int)
        case cancelled, interrupted
    }

    let rows: [PickerRow]
    private(set) var query = ""
    /// The words of the query.
    private(set) var words: [[Unicode.Scalar]] = []
    /// The indices of the rows that match, best first; among equals the first item.
    private(set) var matches: [Int]
    /// The position of the cursor among the matches.
    private(set) var cursor = 0
    /// The position of the first visible match.
    private(set) var top = 0
    /// The number of matches that are visible at once.
    var height = 1 {
        didSet {
            height = max(1, height)
            follow()
        }
    }

    private var folded = FoldedText("")
    private static let longestQuery = 200

    init(_ items: [PickerItem]) {
        rows = items.map(PickerRow.init)
        matches = Array(rows.indices)
    }

    /// - Returns: nil while the picker continues.
    mutating func press(_ key: Key) -> Outcome? {
        switch key {
        case .enter: return matches.indices.contains(cursor) ? .chosen(matches[cursor]) : nil
        case .escape: return .cancelled
        case .endOfInput: return query.isEmpty ? .cancelled : nil
        case .interrupt: return .interrupted
        case .up, .down, .pageUp, .pageDown, .home, .end: move(key)
        case .text, .backspace, .deleteWord, .deleteAll: edit(key)
        }
        return nil
    }

    var visible: ArraySlice<Int> { matches[top..<min(top + height, matches.count)] }

    private mutating func move(_ key: Key) {
        switch key {
        case .up: cursor -= 1
        case .down: cursor += 1
        case .pageUp: cursor -= height
        case .pageDown: cursor += height
        case .home: cursor = 0
        default: cursor = matches.count - 1
        }
        follow()
    }

    private mutating func edit(_ key: Key) {
        switch key {
        case .text(let text): query = String((query + text).prefix(Self.longestQuery))
        case .backspace: query = String(query.dropLast())
        case .deleteWord: query = query.withoutLastWord
        default: query = ""
        }
        filter()
    }

    /// A longer query can only remove matches, so then the other rows are not searched.
    private mutating func filter() {
        let before = (folded, words)
        folded = FoldedText(query)
        words = folded.words
        guard words != before.1 else { return }
        let candidates = folded.scalars.starts(with: before.0.scalars) ? matches : Array(rows.indices)
        let scored = candidates.compactMap { row in rows[row].score(words).map { (row: row, score: $0) } }
        matches = scored.sorted { ($1.score, $0.row) < ($0.score, $1.row) }.map(\.row)
        (cursor, top) = (0, 0)
    }

    /// Keeps the cursor on a match and visible.
    private mutating func follow() {
        cursor = max(0, min(cursor, matches.count - 1))
        top = min(top, cursor, max(0, matches.count - height))
        top = max(top, cursor - height + 1)
    }
}

extension String {
    fileprivate var withoutLastWord: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        while text.last?.isWhitespace == false { text.removeLast() }
        return String(text)
    }
}
