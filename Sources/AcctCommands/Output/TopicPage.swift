/// A manual page as text, in the width of a terminal that is narrower than the page. An example stays as it is, so that it
/// can be pasted.
enum TopicPage {
    /// The columns that mandoc has filled.
    private static let filled = 78
    /// The columns at which mandoc begins an example: in a section, and in an item of a list.
    private static let examples = [11, 19]
    /// The least width of a paragraph beside its label.
    private static let leastWidth = 20

    static func wrapped(_ text: String, to width: Int) -> String {
        guard width < filled else { return text }
        var paragraphs: [Paragraph] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if paragraphs.last?.isContinued(by: line) == true {
                paragraphs[paragraphs.count - 1].append(line)
            } else {
                paragraphs.append(Paragraph(line, after: paragraphs.last))
            }
        }
        return paragraphs.flatMap { $0.lines(width: width) }.joined(separator: "\n")
    }

    /// Lines that mandoc has broken between words, or a line of an example.
    private struct Paragraph {
        private var all: [Substring]
        /// The column of the text behind a label; that of the first line where there is no label.
        private var column: Int
        /// The column of the example that the line belongs to.
        private let example: Int?

        init(_ line: Substring, after previous: Paragraph?) {
            all = [line]
            let indent = line.indent
            column = line.columnBehindLabel ?? indent
            let continued = previous?.example.flatMap { line.isEmpty || indent >= $0 ? $0 : nil }
            example = continued ?? (TopicPage.examples.contains(indent) ? indent : nil)
        }

        func isContinued(by line: Substring) -> Bool {
            guard example == nil, let last = all.last, !last.isEmpty, !line.isEmpty else { return false }
            let word = line.dropFirst(line.indent).prefix { $0 != " " }
            let isFull = last.count + (last.last == "." ? 2 : 1) + word.count > TopicPage.filled
            return isFull && (line.indent == column || all.count == 1 && last.begins(at: line.indent))
        }

        mutating func append(_ line: Substring) {
            all.append(line)
            column = line.indent
        }

        func lines(width: Int) -> [String] {
            guard example == nil, all.contains(where: { $0.count > width }) else { return all.map(String.init) }
            let label = all[0].prefix(column)
            let text = ([all[0].dropFirst(column)] + all.dropFirst()).joined(separator: " ")
            let end = label.lastIndex { $0 != " " }.map { label.index(after: $0) } ?? label.startIndex
            let column = min(column, max(all[0].indent, width - TopicPage.leastWidth))
            return text.wrapped(to: width - column).beside(String(label[..<end]), column: column)
        }
    }
}

extension Substring {
    fileprivate var indent: Int { prefix { $0 == " " }.count }

    /// The column behind the first gap of two spaces; nil where there is none, or it is that between sentences.
    fileprivate var columnBehindLabel: Int? {
        let text = dropFirst(indent)
        guard let gap = text.firstRange(of: "  "), gap.lowerBound > text.startIndex,
            !".?!)\"".contains(text[text.index(before: gap.lowerBound)])
        else { return nil }
        return distance(from: startIndex, to: gap.upperBound) + text[gap.upperBound...].prefix { $0 == " " }.count
    }

    /// Whether a word begins at the column.
    fileprivate func begins(at column: Int) -> Bool {
        let text = dropFirst(column - 1)
        return column > indent && text.first == " " && text.dropFirst().first.map { $0 != " " } == true
    }
}
