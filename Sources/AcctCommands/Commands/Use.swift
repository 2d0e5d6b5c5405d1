import AccountProfiles
import ArgumentParser
import Foundation

/// `acct use`: switch.
struct Use: Command {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Make a profile the current one; - goes back to the one before.",
        discussion: """
            The current profile acts whenever neither --profile nor ACCT_PROFILE names another. It is the same one in \
            every shell. Without a name, choose from a list: type a part of a name, username or tenant, or move with \
            the arrow keys; Esc leaves everything as it is.

              acct use home
              acct use -
              acct use
            """)

    @Argument(help: "The profile, or - for the previous one; without it, a list.", completion: .profileNames)
    var name: String?

    @OptionGroup
    var common: CommonOptions

    func run(_ context: Context) async throws {
        let repository = try context.profiles()
        let profile = try name == "-" ? repository.usePrevious() : repository.use(name ?? choose(context))
        context.output.note("Now using \(profile.name) (\(profile.username)).")
        if let variable = context.environment["ACCT_PROFILE"], !variable.isEmpty {
            context.output.note("ACCT_PROFILE is set here, so commands in this shell still use \(variable).")
        }
        if name == nil {
            context.output.note("To switch without the list: acct use \(profile.name.text.asShellWord)")
        }
    }

    /// - Returns: the name of the profile that the person picks from the list.
    private func choose(_ context: Context) throws -> String {
        let repository = try context.profiles()
        let profiles = try repository.profiles().byLastUse
        guard !profiles.isEmpty else { throw SelectionError.none }
        guard context.mayAsk else {
            throw Failure(
                .ambiguous,
                "Nobody can be asked which profile to use. There are \(profiles.map(\.name.text).joined(separator: ", ")).",
                command: "acct use NAME")
        }
        let current = try repository.current()
        let items = profiles.map { PickerItem($0, isCurrent: $0.name == current, why: $0.usage(at: Date())) }
        let picker = Picker(terminal: context.terminal, prompt: "Switch to:")
        return try profiles[picker.choose(from: items)].name.text
    }
}

extension [Profile] {
    /// The most recently used first, those that never were last.
    fileprivate var byLastUse: [Profile] {
        enumerated().sorted {
            ($1.element.lastUsed ?? .distantPast, $0.offset) < ($0.element.lastUsed ?? .distantPast, $1.offset)
        }
        .map(\.element)
    }
}

extension Profile {
    fileprivate func usage(at now: Date) -> String {
        lastUsed == nil ? "never used" : "used \(RelativeTime.text(lastUsed, now: now))"
    }
}
