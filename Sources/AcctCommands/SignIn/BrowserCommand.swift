import ArgumentParser

/// The command of a browser as a person types it, such as `firefox -P contoso`. No shell runs it.
struct BrowserCommand: Hashable, Sendable {
    /// The program, which may be a path, and its arguments. At least one word.
    let words: [String]

    /// - Parameter text: words as in a shell, with quotes and backslashes for an argument with a space in it. Redirections
    ///   and variables are none.
    /// - Returns: nil without a word, and for a quote that is not closed.
    init?(_ text: String) {
        guard let words = ShellWords(text, hasRedirections: false).command, words.first?.isEmpty == false else {
            return nil
        }
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
