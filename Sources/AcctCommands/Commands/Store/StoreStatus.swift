import AccountStore
import ArgumentParser
import FoundationEssentials

extension StoreCommand {
    /// `acct store status`: where the key is, and what that is good for.
    struct Status: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Show where the key is, and what that protects against.",
            discussion: """
                Every stored token is encrypted with one key. ACCT_KEY_STORE says where a new store keeps it: in the \
                desktop's keyring (secret-service), in a file that is locked with a passphrase (passphrase), or in a \
                file beside the database (file). With auto, the default, it \
                is the keyring if that works when the key is made, and else the file. From then on the key stays \
                there: a keyring that is locked or gone is an error, and never a reason for a weaker place. \
                acct store migrate moves it. acct-keys(7) has more, for ssh, cron and containers as well.
                """)

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            try services.output.print(Report(services.store.keyStatus()), asJSON: json.json)
        }
    }

    struct Report: CommandOutput {
        /// The name of the key store; nil before the first key.
        @Nullable var keyStore: String?
        /// `unlocked`, `locked`, `none`, `missing`, `wrong` or `unavailable`.
        let state: String
        /// The time at which an unlocked key is locked, in seconds since 1970; nil where no time is set.
        @Nullable var unlockedUntil: Int?
        /// The cause, where the key cannot be used.
        @Nullable var problem: String?
        /// The command that mends it.
        @Nullable var command: SuggestedCommand?
        let protectsAgainst, doesNotProtectAgainst: [String]
        /// The names of key stores that still have an old key.
        let leftovers: [String]

        init(_ status: KeyStatus) {
            let failure = status.failure
            keyStore = status.store?.rawValue
            state = status.state.name
            unlockedUntil = status.unlockedUntil.map { Int($0.timeIntervalSince1970) }
            (problem, command) = (failure?.message, failure?.command)
            protectsAgainst = status.store?.protections.against ?? []
            doesNotProtectAgainst = status.store?.protections.notAgainst ?? []
            leftovers = status.leftovers.map(\.rawValue)
        }

        func text(for terminal: Terminal) -> String {
            var lines = ["\(keyStore ?? "auto"): \(state == "none" ? "no key yet" : state)"]
            if let unlockedUntil {
                let end = CalendarTime(local: unlockedUntil)
                lines[0] += " until \(end.date) \(end.time)"
            }
            if let problem { lines.append(problem) }
            let head = lines.count
            lines += protectsAgainst.map { "protects against \($0)" }
            lines += doesNotProtectAgainst.map { "does not protect against \($0)" }
            lines += leftovers.map { "an old key is still in \($0); acct removes it when it can" }
            if terminal.outputIsTerminal { lines = lines.map { $0.wrappedMessage(to: terminal.outputColumns) } }
            // A command is copied, so it stays whole.
            if let command { lines.insert("  Run: \(command)", at: head) }
            return lines.joined(separator: "\n")
        }
    }
}

extension DataCommand {
    /// Prints the state of the key as JSON, after a command that may have changed it.
    func printJSON(of store: Store, _ services: Services) throws {
        if json.json { try services.output.printJSON(StoreCommand.Report(store.keyStatus())) }
    }
}

extension KeyStatus {
    /// The error that a command would end with; nil where the key can be used, or there is none yet.
    var failure: Failure? {
        switch state {
        case .unlocked, .none: nil
        case .locked: store.map { Failure(KeyStoreError.locked($0)) }
        case .missing: Failure(StoreError.keyMissing(path: file))
        case .wrong: Failure(StoreError.wrongKey(path: file))
        case .unavailable(let error): Failure(error)
        }
    }
}

extension KeyStatus.State {
    fileprivate var name: String {
        switch self {
        case .unlocked: "unlocked"
        case .locked: "locked"
        case .none: "none"
        case .missing: "missing"
        case .wrong: "wrong"
        case .unavailable: "unavailable"
        }
    }
}

extension KeyStoreName {
    /// The protection that a place of the key gives to the stored tokens, and its limits.
    fileprivate var protections: (against: [String], notAgainst: [String]) {
        switch self {
        case .secretService:
            (
                ["copies and backups of your home folder", "other users of this machine, and a stolen disk"],
                ["programs that run as you while the keyring is unlocked"]
            )
        case .passphrase:
            (
                ["copies and backups of your home folder", "other users of this machine, and a stolen disk"],
                ["programs that run as you while the key is unlocked", "a passphrase that can be guessed"]
            )
        case .file:
            (
                ["copies of the database without the file of the key", "other users of this machine"],
                [
                    "copies and backups of your home folder", "a stolen disk that is not encrypted",
                    "programs that run as you",
                ]
            )
        }
    }
}
