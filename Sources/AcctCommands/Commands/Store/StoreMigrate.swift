import AccountStore
import ArgumentParser
import HTTPTransport

extension StoreCommand {
    /// `acct store migrate`.
    struct Migrate: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate",
            abstract: "Move the key to another place.",
            discussion: """
                Makes a new key there, encrypts every stored token with it, and removes the old key. It can be \
                interrupted at any point: the store then has the old key or the new one, and the other is removed \
                later.

                  acct store migrate --to secret-service
                  acct store migrate --to passphrase
                  acct store migrate --to file
                """)

        @Option(help: ArgumentHelp("The new place of the key.", valueName: "key-store"))
        var to: KeyStoreName

        @OptionGroup
        var passphrase: PassphraseOption

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            let store = try services.store
            if let named = services.environment["ACCT_KEY_STORE"], !["auto", to.rawValue].contains(named) {
                throw Failure.keyStoreIsNamed(named, insteadOf: to)
            }
            let typed = to == .passphrase ? try store.newPassphrase(from: passphrase.input(services), to: to) : nil
            if let outcome = try KeyRotation(store, passphrase: typed).run(to: to) {
                services.output.note("The key is in \(outcome.after.place) now, and everything is encrypted with it.")
                services.output.noteLeftover(outcome)
            } else {
                services.output.note("The key is in \(to.place) already. Nothing was changed.")
            }
            try printJSON(of: store, services)
        }
    }

    /// `acct store rotate`.
    struct Rotate: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Replace the key by a new one.",
            discussion: """
                Makes a new key in the same place, encrypts every stored token with it, and removes the old key: for \
                instance after a backup with the key was lost. A passphrase can be changed by that. It does not end \
                sessions on the server; acct sign-out --revoke does.
                """)

        @OptionGroup
        var passphrase: PassphraseOption

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            let store = try services.store
            let place = try store.keyStoreInUse()
            let typed = place == .passphrase ? try store.newPassphrase(from: passphrase.input(services), to: nil) : nil
            if place != nil, let outcome = try KeyRotation(store, passphrase: typed).run() {
                services.output.note("Everything is encrypted with a new key, in \(outcome.after.place).")
                services.output.noteLeftover(outcome)
            } else {
                services.output.note("There is no key yet. Nothing was changed.")
            }
            try printJSON(of: store, services)
        }
    }
}

extension Store {
    /// Asks for the passphrase of a new key, unless the present key cannot be replaced now.
    ///
    /// - Parameter place: the new place of the key; nil for the present one.
    /// - Returns: nil for a key that is in that place already.
    fileprivate func newPassphrase(from input: PassphraseInput, to place: KeyStoreName?) throws -> Secret? {
        let status = try keyStatus()
        if let place, status.store == place, status.state != .none { return nil }
        switch status.state {
        case .locked, .missing, .wrong: if let failure = status.failure { throw failure }
        case .unlocked, .none, .unavailable: break
        }
        return try input.new()
    }
}

extension Output {
    fileprivate func noteLeftover(_ outcome: KeyRotation.Outcome) {
        guard !outcome.isOldKeyRemoved else { return }
        note("The old key could not be removed from \(outcome.before.place) yet; acct tries again later.")
    }
}

extension KeyStoreName: ExpressibleByArgument {}
