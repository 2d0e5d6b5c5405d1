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

extension Collection<String> {
    /// `a, b and 7 more`: the first of them, and the number of the others.
    func listed(first count: Int) -> String {
        let more = self.count - count
        return prefix(count).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
