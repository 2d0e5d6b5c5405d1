import AuthCore

extension String {
    /// The words on lines of at most this width. A longer word, such as a path, has a line of its own and stays whole.
    func wrapped(to width: Int) -> [String] {
        var (lines, columns): ([String], Int) = ([], 0)
        for word in split(whereSeparator: \.isWhitespace) {
            let wordColumns = word.displayWidth
            if !lines.isEmpty, columns + 1 + wordColumns <= width {
                lines[lines.count - 1] += " " + word
                columns += 1 + wordColumns
            } else {
                lines.append(String(word))
                columns = wordColumns
            }
        }
        return lines
    }

    /// The sentences of a message on lines of at most this width. The lines of an indented message are indented alike.
    ///
    /// - Parameters:
    ///   - taken: the columns that are taken on the first line.
    ///   - command: the end of the message, which stays in one piece.
    func wrappedMessage(to width: Int, after taken: Int = 0, command: String? = nil) -> String {
        let whole = command.map { "\(self) \($0)" } ?? self
        guard whole.displayWidth > width - taken else { return whole }
        let indent = prefix { $0 == " " }
        let width = width - indent.count
        var lines = (String(repeating: "x", count: taken) + dropFirst(indent.count)).wrapped(to: width)
        if let command, let last = lines.last, last.displayWidth + 1 + command.displayWidth <= width {
            lines[lines.count - 1] = "\(last) \(command)"
        } else if let command {
            lines.append(command)
        }
        return String(indent + lines.joined(separator: "\n\(indent)").dropFirst(taken))
    }
}

extension StringProtocol {
    /// The text and spaces up to the column.
    func padded(to column: Int) -> String { self + String(repeating: " ", count: Swift.max(0, column - displayWidth)) }
}

extension [String] {
    /// The lines at a column, the first beside a label. A label that leaves too little of a gap has a line of its own.
    func beside(_ label: String, column: Int, gap: Int = 2) -> [String] {
        let lines = map { "".padded(to: column) + $0 }
        guard let first, label.isEmpty || label.displayWidth + gap <= column else { return [label] + lines }
        return [label.padded(to: column) + first] + lines.dropFirst()
    }
}

extension Collection<String> {
    /// `a, b and 7 more`: the first of them, and the number of the others.
    func listed(first count: Int) -> String {
        let more = self.count - count
        return prefix(count).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}

/// Text of other programs and of the command line, as a part of a sentence.
extension String {
    /// A server's text; two quotes for a blank one.
    var inSentence: String { ServerText.line(self) ?? "\"\"" }

    /// A program's text as the cause of what the sentence says; empty for none.
    var asCause: String {
        guard let line = ServerText.line(self) else { return "" }
        return ": \(line.hasSuffix(".") ? String(line.dropLast()) : line)"
    }

    /// A word of the command line: the whole of a usual one, and the beginning of one of any length.
    var inQuotes: String { "\"\(count > 100 ? prefix(100) + "…" : self[...])\"" }
}
