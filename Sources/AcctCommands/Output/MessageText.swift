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

    /// The sentences of a message on lines of at most this width. A command at its end stays in one piece, to be copied. The
    /// lines of an indented message are indented alike.
    ///
    /// - Parameter taken: the columns that are taken on the first line.
    func wrappedMessage(to width: Int, after taken: Int = 0) -> String {
        guard displayWidth > width - taken else { return self }
        let indent = prefix { $0 == " " }
        let width = width - indent.count
        let command = firstRange(of: ": acct ").map { self[index(after: $0.lowerBound)...].dropFirst() }
        let prose = dropFirst(indent.count).dropLast(command?.count ?? 0)
        var lines = (String(repeating: "x", count: taken) + prose).wrapped(to: width)
        if let command, let last = lines.last, last.displayWidth + 1 + command.displayWidth <= width {
            lines[lines.count - 1] = "\(last) \(command)"
        } else if let command {
            lines.append(String(command))
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
