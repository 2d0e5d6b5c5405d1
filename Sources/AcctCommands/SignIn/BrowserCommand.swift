import ArgumentParser

/// The command of a browser as a person types it, such as `firefox -P contoso`. No shell runs it.
struct BrowserCommand: Hashable, Sendable {
    /// The program, which may be a path, and its arguments. At least one word.
    let words: [String]

    /// - Parameter text: words separated by white space. Quotes and backslashes work as in a shell, for an argument with a
    ///   space in it.
    /// - Returns: nil without a word, and for a quote that is not closed.
    init?(_ text: String) {
        var (words, word): ([String], String?) = ([], nil)
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        guard quote == nil, !isEscaped, words.first?.isEmpty == false else { return nil }
        self.words = words
    }

    /// - Throws: `ValidationError`, for the value of an option.
    static func validate(_ text: String?) throws {
        guard let text, BrowserCommand(text) == nil else { return }
        throw ValidationError(
            text.allSatisfy(\.isWhitespace)
                ? "--browser needs a command, such as firefox." : "A quote in the command of --browser is not closed.")
    }
}
