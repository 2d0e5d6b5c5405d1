/// A completion in bash, which replaces a part of a word with text as it stands, quotes and all.
struct BashCompletion {
    /// The words up to the cursor, with `acct` first.
    let line: ShellWords
    private let typed: String
    /// Whether candidates are only shown, and not inserted: `COMP_TYPE` is then the code of `?`.
    private let isListing: Bool
    private let columns: Int

    /// - Parameters:
    ///   - type: the value of `COMP_TYPE`.
    ///   - columns: that of `COLUMNS`; it may be missing.
    ///   - breaks: that of `COMP_WORDBREAKS`.
    ///   - line: that of `COMP_LINE`, up to the cursor.
    init(type: String, columns: String, breaks: String, line: String) {
        self.line = ShellWords(line, breaks: breaks)
        typed = line
        isListing = type == "63"
        self.columns = Int(columns) ?? 80
    }

    /// The typed text in front of a word. Bash counts words otherwise: it divides them at its word breaks.
    func text(before word: Int) -> String { String(typed.unicodeScalars.prefix(line.starts[word])) }

    /// Whether bash leaves this beginning of the word as it is, and completes what follows.
    func leaves(_ lead: String) -> Bool { line.head.hasPrefix(lead) }

    /// Whether the candidates may be inserted: bash inserts the beginning that they have in common, and for names in several
    /// cases that can be shorter than what was typed.
    func inserts(_ candidates: [String], inPlaceOf typed: String) -> Bool {
        let length = typed.unicodeScalars.count
        return isListing || Set(candidates.map { String($0.unicodeScalars.prefix(length)) }).count < 2
    }

    /// The candidates without the part of the word that bash leaves as it is; descriptions where they are only shown.
    func lines(_ candidates: [CompletedWord]) -> [String] {
        let texts = candidates.map { candidate in
            String(candidate.text.unicodeScalars.dropFirst(line.head.unicodeScalars.count))
        }
        guard isListing, candidates.count > 1 else { return texts.map(line.quoted) }
        let width = texts.map(\.displayWidth).max() ?? 0
        return zip(texts, candidates).map { text, candidate in
            guard !candidate.description.isEmpty else { return text }
            let space = String(repeating: " ", count: width - text.displayWidth + 2)
            return ClippedLine.clip("\(text)\(space)(\(candidate.description))", to: max(columns - 1, 20)).text
        }
    }
}
