import AccountStore
import ArgumentParser
import HTTPTransport

/// The option of commands that may need a passphrase.
struct PassphraseOption: ParsableArguments {
    @Flag(help: "Read the passphrase from stdin: one line.")
    var passphraseStdin = false

    func input(_ services: Services) -> PassphraseInput {
        PassphraseInput(prompter: services.prompter, readsStdin: passphraseStdin)
    }
}

extension StoreCommand {
    /// `acct store unlock`.
    struct Unlock: Command {
        static let configuration = CommandConfiguration(
            commandName: "unlock",
            abstract: "Unlock the key of the stored tokens.",
            discussion: """
                Asks for the passphrase of the key, and keeps the key in the kernel's memory for eight hours or --for: \
                for all sessions of this user, over ssh and in cron as well. A container mostly has no kernel keyring; \
                there each command asks, on a terminal. In a store whose key is yet to be made, with \
                ACCT_KEY_STORE=passphrase, the passphrase is chosen here.

                For a key in the desktop's keyring (Secret Service) the desktop asks for the password of the keyring, \
                which stays unlocked until the desktop locks it. A key file is never locked.

                  acct store unlock --for 1h
                  pass show acct | acct store unlock --passphrase-stdin
                """)

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "The time for which the key stays unlocked, such as 30m. Default: 8h.", valueName: "time"))
        var time: TimeSpan?

        @OptionGroup
        var passphrase: PassphraseOption

        @OptionGroup
        var common: CommonOptions

        func validate() throws {
            if let time, time.duration < .seconds(1) { throw ValidationError("--for has to be 1s or longer.") }
        }

        func run(_ services: Services) async throws {
            let store = try services.store
            let status = try store.keyStatus()
            switch status.store {
            case .passphrase where status.state == .none:
                _ = try KeyRotation(store, passphrase: passphrase.input(services).new()).run(to: .passphrase)
            case .passphrase:
                let seconds = time.map { Int($0.duration.components.seconds) } ?? KeyStatus.unlockedSeconds
                let typed = try passphrase.input(services).current()
                try store.unlockKey(with: typed, for: seconds, at: services.clock.now())
            case .secretService where status.state == .locked:
                guard services.prompter.canPrompt else { throw KeyStoreError.locked(.secretService) }
                services.output.note("Answer the prompt of the desktop.")
                try store.unlockKeyring()
            case .secretService, .file, nil:
                return services.output.note("The key is not locked.")
            }
            services.output.note("The key is unlocked.")
        }
    }

    /// `acct store lock`.
    struct Lock: Command {
        static let configuration = CommandConfiguration(
            commandName: "lock",
            abstract: "Lock the key of the stored tokens at once.",
            discussion: """
                Removes a key that a passphrase has unlocked from the kernel's memory. A command that runs already \
                keeps the key until it ends. The desktop locks its own keyring, and a key file cannot be locked.
                """)

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            guard try services.store.lockKey() else { throw Failure.keyCannotBeLocked }
            services.output.note("The key is locked.")
        }
    }
}
