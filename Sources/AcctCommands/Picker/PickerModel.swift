/// The state of a picker: what was typed, which rows match it, and which of them is pointed at. No terminal in sight.
struct PickerModel: Sendable {
    enum Outcome: Hashable, Sendable {
        /// The index of the item among those that were given.
        case chosen(Int)
        case cancelled, interrupted
    }

    let rows: [PickerRow]
    private(set) var query = ""
    /// What is looked for, taken from the query.
    private(set) var words: [[Unicode.Scalar]] = []
    /// Indices of the rows that match, best first; of equals the one that was given first.
    private(set) var matches: [Int]
    /// Which match is pointed at.
    private(set) var cursor = 0
    /// The first match that is visible.
    private(set) var top = 0
    /// How many matches are visible at once.
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

    /// - Returns: how it ended; nil while it goes on.
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

    /// What is added to a query can only take matches away, so then only they are looked at.
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

    /// Keeps the cursor on a match and in sight.
    private mutating func follow() {
        cursor = max(0, min(cursor, matches.count - 1))
        top = min(top, cursor, max(0, matches.count - height))
        top = max(top, cursor - height + 1)
    }
}

extension String {
    fileprivate var withoutLastWord: String {
        var rest = self[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while rest.last?.isWhitespace == false { rest.removeLast() }
        return String(rest)
    }
}
