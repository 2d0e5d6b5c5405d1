import AccountStore
import ArgumentParser

extension StoreCommand {
    /// `acct store unlock`.
    struct Unlock: Command {
        static let configuration = CommandConfiguration(
            commandName: "unlock",
            abstract: "Unlock the key of the stored tokens.",
            discussion: """
                For a key in the desktop's keyring (Secret Service) the desktop asks for the password of the keyring, \
                which stays unlocked until the desktop locks it. A key file is never locked.
                """)

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let opened = try services.store
            let status = try opened.keyStatus()
            if status.state == .locked, let store = status.store {
                guard services.prompter.canPrompt else { throw KeyStoreError.locked(store) }
                services.output.note("Answer the prompt of the desktop.")
            }
            let store = try opened.unlockKey()
            services.output.note(
                store == nil ? "The key is not locked." : "The key is unlocked.")
        }
    }
}
