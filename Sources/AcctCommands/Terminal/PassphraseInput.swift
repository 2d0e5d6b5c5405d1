import AccountStore
import HTTPTransport

/// The passphrase of the key, as a person types it or another program pipes it in.
struct PassphraseInput: Sendable {
    let prompter: Prompter
    /// Whether `--passphrase-stdin` is given.
    var readsStdin = false

    /// Whether a person can be asked.
    var isPossible: Bool { prompter.canPrompt && prompter.terminal.inputIsTerminal }

    /// - Throws: `KeyStoreError.locked` without a terminal.
    func current() throws -> Secret {
        guard readsStdin || isPossible else { throw KeyStoreError.locked(.passphrase) }
        return try line("Passphrase: ")
    }

    /// A new passphrase, which is typed twice on a terminal.
    func new() throws -> Secret {
        guard readsStdin || isPossible else { throw Failure.passphraseNeeded }
        let passphrase = try line("New passphrase: ")
        guard !readsStdin else { return passphrase }
        guard try line("New passphrase again: ") == passphrase else { throw Failure.passphrasesDiffer }
        return passphrase
    }

    private func line(_ question: String) throws -> Secret {
        do {
            return try SecretInput.line(question, prompter)
        } catch SecretInputError.empty {
            throw Failure.noPassphraseTyped
        }
    }
}
