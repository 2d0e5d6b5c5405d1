import AccountStore
import HTTPTransport

/// A secret from stdin. The command line is no place for one: every process of the machine can read it.
enum SecretInput {
    /// A line, without its end. On a terminal the person is prompted, and the typed text is not shown.
    ///
    /// - Parameter emptiness: the error for an empty line and for none.
    static func line(
        _ question: String, _ prompter: Prompter, orThrow emptiness: Failure = .noSecret
    ) throws -> Secret {
        let line = prompter.terminal.inputIsTerminal ? try typedLine(question, prompter) : readLine()
        guard let line, !line.allSatisfy(\.isWhitespace) else {
            throw emptiness
        }
        return Secret(line)
    }

    private static func typedLine(_ question: String, _ prompter: Prompter) throws -> String? {
        if let setting = prompter.noInputSetting { throw Failure.secretPromptForbidden(by: setting) }
        guard prompter.canPrompt else { throw Failure.secretPromptUnseen }
        switch TerminalLine(prompter: prompter, echoes: false).read(question) {
        case .line(let line): return line
        case .end, .timedOut: return nil
        case nil: throw Failure.secretNotHidden
        }
    }
}

/// The passphrase of the key, as a person types it or another program pipes it in.
struct PassphraseInput: Sendable {
    let prompter: Prompter
    /// Whether `--passphrase-stdin` is given.
    var readsStdin = false

    /// Whether a person can be asked.
    var isPossible: Bool { prompter.canPrompt && prompter.terminal.inputIsTerminal }

    /// The question for the passphrase of the store; nil where no person can be asked.
    var question: PassphraseQuestion? {
        isPossible
            ? PassphraseQuestion { try line($0 ? "The passphrase is wrong. Passphrase: " : "Passphrase: ") } : nil
    }

    /// The result of `body` with the passphrase. A person has several attempts.
    ///
    /// - Throws: `KeyStoreError.locked` without a terminal.
    func current<Result>(_ body: (Secret) throws -> Result) throws -> Result {
        if readsStdin { return try body(line("Passphrase: ")) }
        guard let question else { throw KeyStoreError.locked(.passphrase) }
        return try question.answered(body)
    }

    /// The fewest characters of a new passphrase (NIST SP 800-63B, section 5.1.1.2).
    private static let leastLength = 8

    /// A new passphrase, which is typed twice on a terminal. One that a store has already can be shorter.
    func new() throws -> Secret {
        guard readsStdin || isPossible else { throw Failure.passphraseNeeded }
        let passphrase = try line("New passphrase: ")
        guard passphrase.expose().unicodeScalars.count >= Self.leastLength else {
            throw Failure.passphraseTooShort(least: Self.leastLength)
        }
        guard !readsStdin else { return passphrase }
        guard try line("New passphrase again: ") == passphrase else { throw Failure.passphrasesDiffer }
        return passphrase
    }

    private func line(_ question: String) throws -> Secret {
        try SecretInput.line(question, prompter, orThrow: .noPassphraseTyped)
    }
}
