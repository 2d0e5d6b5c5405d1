import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

/// `acct use`: make a profile the current one, or the one of this shell.
struct Use: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Switch the current profile; - switches to the previous one.",
        discussion: """
            The current profile is used unless something more specific decides, such as the binding of a directory; \
            the command says so where that is the case here. It is the same in every shell. Without a name, choose \
            from a list: type a part of a name, username or tenant, or move with the arrow keys; Esc cancels.

              acct use home
              acct use -
              acct use

            With --shell the profile is used in this shell and the programs started from it, through ACCT_PROFILE, \
            and the current profile stays the same. This needs a line in the shell's start-up file; see acct \
            shell-init --help. acct use --shell - goes back to the profile before; unset ACCT_PROFILE ends it.

              acct use --shell home
            """)

    @Argument(
        help: "The profile, or - for the previous one. Without it, choose from a list.", completion: .profileNames)
    var name: String?

    @Flag(help: "Use the profile in this shell only.")
    var shell = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if shell, json.json {
            throw ValidationError("Give only one of --shell, whose output the shell runs, and --json.")
        }
    }

    func run(_ services: Services) throws {
        let shellProfile = try shell ? ShellProfile(services) : nil
        let chosen = try name.map(services.typedNames.completed) ?? choose(services)
        let profile = try shellProfile.map { try $0.use(chosen) } ?? switchTo(chosen, services)
        if let profile { noteRequiredSignIn(of: profile, services) }
        if name == nil {
            services.output.note(
                "To skip the list next time:", command: shell ? "acct use --shell \(chosen)" : "acct use \(chosen)")
        }
        if json.json, let profile = try services.profiles.current() {
            try services.output.printJSON(
                ProfileRow(services.profiles.profile(named: profile.text), in: services))
        }
    }

    private func noteRequiredSignIn(of profile: ProfileName, _ services: Services) {
        let status = try? services.profiles.status(of: profile, at: services.clock.now())
        guard let problem = status?.state.problem(of: profile) else { return }
        services.output.note("\(problem) Run:", command: .signIn(to: profile))
    }

    /// Lets the person choose among all profiles: the most used and latest first, and the current one last.
    private func choose(_ services: Services) throws -> String {
        let current = try services.profiles.current()
        let now = services.clock.now()
        let known = try UsageHistory(
            domains: services.usage.tenantDomains(), frecency: services.usage.frecency(of: nil, at: now))
        let ranked = known.ranked(try services.profiles.profiles().inNameOrder())
        guard !ranked.isEmpty else { throw SelectionError.noProfiles }
        guard services.prompter.canPrompt else {
            throw Failure.noTerminal(toChooseAmong: ranked.map(\.name))
        }
        let offered = ranked.filter { $0.name != current } + ranked.filter { $0.name == current }
        let statuses = try services.profiles.statuses(at: now)
        let items = PickerItem.list(offered, given: known, current: current) { profile in
            [statuses[profile.name]?.state.remark, profile.usage(at: now)].compactMap(\.self).joined(separator: ", ")
        }
        return offered[try services.prompter.choose("Switch to:", from: items)].name.text
    }

    private func switchTo(_ name: String, _ services: Services) throws -> ProfileName {
        let repository = try services.profiles
        let profile = try name == "-" ? repository.usePrevious() : repository.use(name)
        let acting = ActingProfile(services)
        if acting.name == profile.name {
            services.output.note("Now using \(profile.nameAndUsername).")
        } else {
            services.output.note("\(profile.nameAndUsername) is the current profile now.")
            services.output.note(acting.sentence)
        }
        return profile.name
    }
}

/// The profile of one shell, held in its variables. Only the shell can set those: it runs the line that is printed.
private struct ShellProfile {
    private let services: Services
    private let shell: Shell
    /// Whether the function of `acct shell-init` runs the printed line.
    private let isRead: Bool

    /// - Throws: `Failure` where stdout is a terminal: the line would be shown instead of run. Also under `acct exec`, whose
    ///   other variables stay.
    init(_ services: Services) throws {
        if let exec = ExecIdentity(services.environment) { throw Failure.shellUnderExec(exec.profile) }
        let name =
            services.environment["ACCT_SHELL"]
            ?? services.environment["SHELL"]?.split(separator: "/").last.map(String.init)
        let shell = name.flatMap(Shell.init(rawValue:)) ?? .bash
        guard !services.terminal.outputIsTerminal else {
            throw Failure.shellNotSetUp(initCommand: shell.initCommand)
        }
        self.services = services
        self.shell = shell
        isRead = services.environment["ACCT_SHELL"] != nil
    }

    /// - Parameter name: the name of a profile, or `-` for the previous one of this shell, which may be the current profile.
    /// - Returns: the profile of the shell; nil where it has none of its own any more.
    func use(_ name: String) throws -> ProfileName? {
        // A variable that holds no valid name is not printed: the shell would run it.
        let before = services.environment["ACCT_PROFILE"].flatMap { try? ProfileName($0) }?.text ?? ""
        let wanted = name == "-" ? services.environment["ACCT_PREVIOUS_PROFILE"] ?? "" : name
        guard !wanted.isEmpty || name != "-" else {
            // The shell had no profile of its own before.
            let current = try services.profiles.current()?.text ?? "none"
            report("This shell uses the current profile again (\(current)).")
            let acting = ActingProfile(services, environment: [:])
            if acting.name?.text != current { services.output.note(acting.sentence) }
            print(shell.unset("ACCT_PROFILE"), previous: before)
            return nil
        }
        let profile = try services.profiles.profile(named: wanted)
        report("Now using \(profile.nameAndUsername) in this shell.")
        print(shell.export("ACCT_PROFILE", profile.name.text), previous: before)
        return profile.name
    }

    /// Reports the change. Without the shell's function, nothing has changed unless the caller runs the printed line.
    private func report(_ change: String) {
        guard !isRead else { return services.output.note(change) }
        services.output.note(
            "Nothing has changed yet: this shell has to run the printed line. To let acct use do that, run:",
            command: shell.initCommand)
    }

    private func print(_ line: String, previous: String) {
        services.output.line("\(line); \(shell.export("ACCT_PREVIOUS_PROFILE", previous))")
    }
}
