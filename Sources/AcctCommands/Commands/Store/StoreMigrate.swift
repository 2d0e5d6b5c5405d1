import AccountStore
import ArgumentParser

extension StoreCommand {
    /// `acct store migrate`.
    struct Migrate: Command {
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
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let store = try services.store
            let isThere = try store.keyStoreInUse() == to
            let typed = to == .passphrase && !isThere ? try passphrase.input(services).new() : nil
            guard let outcome = try KeyRotation(store, passphrase: typed).run(to: to) else {
                return services.output.note("The key is in \(to.place) already. Nothing was changed.")
            }
            services.output.note("The key is in \(outcome.after.place) now, and everything is encrypted with it.")
            services.output.noteLeftover(outcome)
        }
    }

    /// `acct store rotate`.
    struct Rotate: Command {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Replace the key by a new one.",
            discussion: """
                Makes a new key in the same place, encrypts every stored token with it, and removes the old key: for \
                instance after a backup with the key was lost. A passphrase can be changed by that. It does not end sessions on the server; acct sign-out \
                --revoke does.
                """)

        @OptionGroup
        var passphrase: PassphraseOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let store = try services.store
            let typed = try store.keyStoreInUse() == .passphrase ? try passphrase.input(services).new() : nil
            guard let outcome = try KeyRotation(store, passphrase: typed).run() else { return }
            services.output.note("Everything is encrypted with a new key, in \(outcome.after.place).")
            services.output.noteLeftover(outcome)
        }
    }
}

extension Output {
    fileprivate func noteLeftover(_ outcome: KeyRotation.Outcome) {
        guard !outcome.isOldKeyRemoved else { return }
        note("The old key could not be removed from \(outcome.before.place) yet; acct tries again later.")
    }
}

extension KeyStoreName: ExpressibleByArgument {}
