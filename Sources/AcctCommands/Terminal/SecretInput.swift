import HTTPTransport

enum SecretInputError: Error {
    case empty
    case promptForbidden(by: InputForbiddance)
    /// stderr is no terminal, so the question could not be seen.
    case noPrompt
    /// The terminal would show what is typed.
    case notHidden
}

/// A secret from stdin. The command line is no place for one: every process of the machine can read it.
enum SecretInput {
    /// A line, without its end. On a terminal the person is prompted, and the typed text is not shown.
    static func line(_ question: String, _ prompter: Prompter) throws -> Secret {
        let line = prompter.terminal.inputIsTerminal ? try typedLine(question, prompter) : readLine()
        guard let line, !line.allSatisfy(\.isWhitespace) else {
            throw SecretInputError.empty
        }
        return Secret(line)
    }

    private static func typedLine(_ question: String, _ prompter: Prompter) throws -> String? {
        if let setting = prompter.inputForbiddance { throw SecretInputError.promptForbidden(by: setting) }
        guard prompter.canPrompt else { throw SecretInputError.noPrompt }
        switch TerminalLine(prompter: prompter, echoes: false).read(question) {
        case .line(let line): return line
        case .end, .timedOut: return nil
        case nil: throw SecretInputError.notHidden
        }
    }
}
