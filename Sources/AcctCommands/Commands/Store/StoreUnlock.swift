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
    struct Unlock: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "unlock",
            abstract: "Unlock the key of the stored tokens.",
            discussion: """
                Asks for the passphrase of the key, and keeps the key in the kernel's memory for eight hours or --for: \
                for all sessions of this user, over ssh and in cron as well. On a terminal, any command that needs the locked key \
                asks too. A container mostly has no kernel keyring; there each command asks. In a store whose key is yet to be made, with \
                ACCT_KEY_STORE=passphrase, the passphrase is chosen here; it needs at least 8 characters.

                For a key in the desktop's keyring (Secret Service) the desktop asks for the password of the keyring, \
                which stays unlocked until the desktop locks it. With --keyring it asks for that of the keyring that new \
                keys go into, wherever the key is now. A key file is never locked.

                  acct store unlock --for 1h
                  pass show acct | acct store unlock --passphrase-stdin
                """)

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "The time for which the key stays unlocked, such as 30m. Default: 8h.", valueName: "time"),
            transform: { try TimeSpan(option: $0) })
        var time: TimeSpan?

        @Flag(help: "Unlock the desktop's keyring, wherever the key is.")
        var keyring = false

        /// The kernel counts the seconds of a key in 32 bits.
        private static let maxDays = Int64(UInt32.max) / 86400

        @OptionGroup
        var passphrase: PassphraseOption

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func validate() throws {
            guard let time else { return }
            if time.duration < .seconds(1) { throw ValidationError("--for has to be 1s or longer.") }
            if time.duration > .seconds(Self.maxDays * 86400) {
                throw ValidationError("--for takes at most \(Self.maxDays)d: the kernel has no key for longer.")
            }
        }

        func run(_ services: Services) throws {
            let store = try services.store
            try keyring ? unlockKeyring(of: store, services, .collectionLocked) : unlockKey(of: store, services)
            try printJSON(of: store, services)
        }

        private func unlockKey(of store: Store, _ services: Services) throws {
            let status = try store.keyStatus()
            if status.state != .locked, let failure = status.failure { throw failure }
            switch status.store {
            case .passphrase:
                let seconds = time.map { Int($0.duration.components.seconds) } ?? KeyStatus.unlockedSeconds
                if status.state == .none {
                    let typed = try passphrase.input(services).new()
                    _ = try KeyRotation(store, passphrase: typed, unlockedFor: seconds).run(to: .passphrase)
                } else {
                    try passphrase.input(services).current { typed in
                        try store.unlockKey(with: typed, for: seconds, at: services.clock.now())
                    }
                }
                services.output.note("The key is unlocked.")
            case .secretService where status.state == .locked:
                try unlockKeyring(of: store, services, .locked(.secretService))
            case .secretService, .file, nil:
                services.output.note(status.state == .none ? "There is no key yet." : "The key is not locked.")
            }
        }

        /// - Parameter refusal: for a process without a person, who has to answer the prompt of the desktop.
        private func unlockKeyring(of store: Store, _ services: Services, _ refusal: KeyStoreError) throws {
            guard services.prompter.canPrompt else { throw refusal }
            services.output.note("Answer the prompt of the desktop.")
            try store.unlockKeyring()
            services.output.note("The keyring is unlocked.")
        }
    }

    /// `acct store lock`.
    struct Lock: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "lock",
            abstract: "Lock the key of the stored tokens at once.",
            discussion: """
                Removes a key that a passphrase has unlocked from the kernel's memory. A command that runs already \
                keeps the key until it ends. The desktop locks its own keyring, and a key file cannot be locked.
                """)

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            let store = try services.store
            guard try store.lockKey() else { throw Failure.keyCannotBeLocked }
            services.output.note("The key is locked.")
            try printJSON(of: store, services)
        }
    }
}
