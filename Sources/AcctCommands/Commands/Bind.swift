import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

/// `acct bind`: use a profile in a directory and below.
struct Bind: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind",
        abstract: "Use a profile in a directory and below it.",
        discussion: """
            Commands that run there use the profile instead of the current one, unless --profile or ACCT_PROFILE \
            names another. Where several directories of a path are bound, the nearest counts. A linked worktree of git \
            uses the binding of its repository's directory too.

            Without a name, lists the bound directories: on a terminal a table, otherwise one line for each with tabs \
            between the directory, the profile and "gone" where the directory does not exist any more. Removing a \
            profile removes its bindings.

              acct bind work ~/src/contoso
              acct bind home               bind the current directory
              acct bind                    list the bound directories
            """)

    @Argument(help: "The profile. Without it, the bound directories are listed.", completion: .profileNames)
    var name: String?

    @Argument(
        help: ArgumentHelp("The directory. Default: the current one.", valueName: "directory"), completion: .directory)
    var directory: String?

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        let repository = try services.bindings
        guard let name else { return try list(repository.bindings(), services) }
        let profile = try services.typedNames.profile(name)
        let directory = try ResolvedPath.existingDirectory(directory)
        let before = try repository.bind(directory, to: profile.name.text)
        services.output.note(Self.note(directory: directory, profile: profile.name, before: before, services))
        if json.json {
            try services.output.printJSON(BindingRow(directory: directory, profile: profile.name.text))
        }
    }

    private func list(_ bindings: [Binding], _ services: Services) throws {
        if bindings.isEmpty, !json.json {
            return services.output.note("No directory is bound. To bind this one, run:", command: "acct bind NAME")
        }
        try services.output.print(
            bindings.map { BindingRow(directory: $0.directory, profile: $0.name) }, asJSON: json.json)
    }

    private static func note(
        directory: String, profile: ProfileName, before: ProfileName?, _ services: Services
    ) -> String {
        // In another directory than the current one, only ACCT_PROFILE is known to decide before the binding.
        let isSetAside =
            DirectoryChain.currentIncludes(directory, services.environment)
            || services.environment["ACCT_PROFILE"] != nil
        let remark = isSetAside ? ActingProfile(services).remark(unless: profile) : ""
        guard before != profile else { return "\(directory) is already bound to \(profile).\(remark)" }
        let instead = before.map { " It was bound to \($0)." } ?? ""
        let bound =
            remark.isEmpty
            ? "Commands in \(directory) and below now use \(profile)." : "\(directory) is bound to \(profile) now."
        return bound + instead + remark
    }
}

extension Binding {
    fileprivate var name: String {
        switch target {
        case .profile(let name), .tenant(let name): name
        }
    }
}
