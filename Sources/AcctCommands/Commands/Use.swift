import AccountProfiles
import ArgumentParser
import Foundation
import HTTPTransport

/// `acct use`: switch.
struct Use: Command {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Make a profile the current one; - goes back to the one before.",
        discussion: """
            The current profile acts whenever nothing else decides; acct why tells what does. It is the same one in \
            every shell. Without a name, choose from a list: type a part of a name, username or tenant, or move with \
            the arrow keys; Esc leaves everything as it is.

              acct use home
              acct use -
              acct use

            With --shell the profile is used in this shell and what is started from it, through ACCT_PROFILE, and the \
            current profile stays. That takes a line in the shell's start-up file; see acct shell-init --help. To end \
            it: acct use --shell -, or unset ACCT_PROFILE.

              acct use --shell home
            """)

    @Argument(help: "The profile, or - for the previous one; without it, a list.", completion: .profileNames)
    var name: String?

    @Flag(help: "Use it in this shell alone.")
    var shell = false

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        let shellProfile = try shell ? ShellProfile(services) : nil
        let chosen = try name ?? choose(services)
        if let shellProfile { try shellProfile.use(chosen) } else { try switchTo(chosen, services) }
        if name == nil {
            let flag = shell ? "--shell " : ""
            services.output.note("To switch without the list: acct use \(flag)\(chosen.asShellWord)")
        }
    }

    /// Lets the person choose among all profiles: the most used and latest first, and the current one last.
    private func choose(_ services: Services) throws -> String {
        let current = try services.profiles.current()
        let now = services.clock.now()
        let known = try UsageHistory(
            domains: services.usage.tenantDomains(), frecency: services.usage.frecency(of: nil, at: now))
        let ranked = known.ranked(try services.profiles.profiles())
        guard !ranked.isEmpty else { throw SelectionError.none }
        guard services.prompter.canPrompt else {
            throw Failure(
                .ambiguous,
                "Nobody can be asked which profile to use. There are \(ranked.map(\.name.text).joined(separator: ", ")).",
                command: "acct use NAME")
        }
        let offered = ranked.filter { $0.name != current } + ranked.filter { $0.name == current }
        let items = offered.map {
            PickerItem($0, in: known.tenantName(of: $0), isCurrent: $0.name == current, why: $0.usage(at: now))
        }
        return offered[try services.prompter.choose("Switch to:", from: items)].name.text
    }

    private func switchTo(_ name: String, _ services: Services) throws {
        let repository = try services.profiles
        let profile = try name == "-" ? repository.usePrevious() : repository.use(name)
        services.output.note("Now using \(profile.name) (\(profile.username)).")
        if let variable = services.environment["ACCT_PROFILE"], !variable.isEmpty {
            services.output.note("ACCT_PROFILE is set here, so commands in this shell still use \(variable).")
        }
    }
}
