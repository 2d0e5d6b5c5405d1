import AccountProfiles
import ArgumentParser

/// `acct bind`: which profile acts in a directory and below.
struct Bind: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind",
        abstract: "Let a profile act in a directory and below it.",
        discussion: """
            Commands that run there act as the profile, whichever is current, unless --profile or ACCT_PROFILE \
            names another. Of several directories above each other the nearest counts. A linked worktree of git \
            belongs to the directory of its repository too.

            Without a name, lists the directories that are bound: on a terminal a table, through a pipe one line for \
            each with tabs between the directory, the profile and a mark of those that are gone. Removing a profile \
            removes its bindings.

              acct bind work ~/src/contoso
              acct bind home               bind the current directory
              acct bind                    list what is bound
            """)

    @Argument(help: "The profile; none lists the directories that are bound.", completion: .profileNames)
    var name: String?

    @Argument(
        help: ArgumentHelp("The directory; else the current one.", valueName: "directory"), completion: .directory)
    var directory: String?

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        let repository = try services.directories
        guard let name else { return try list(repository.bindings(), services) }
        let profile = try services.profiles.profile(named: name)
        let directory = try Directory.existing(directory)
        let before = try repository.bind(directory, to: name)
        services.output.note(Bind.note(directory, profile.name, before: before))
        if json.json {
            let bound = Binding(directory: directory, target: .profile(profile.name.text), origin: .command)
            try services.output.print(Entry(bound), asJSON: true)
        }
    }

    private func list(_ bindings: [Binding], _ services: Services) throws {
        if bindings.isEmpty, !json.json {
            return services.output.note("No directory is bound. To bind this one, run: acct bind NAME")
        }
        try services.output.print(bindings.map(Entry.init), asJSON: json.json)
    }

    private static func note(_ directory: String, _ profile: ProfileName, before: ProfileName?) -> String {
        guard before != profile else { return "\(directory) was bound to \(profile) already." }
        let instead = before.map { " It was bound to \($0)." } ?? ""
        return "Commands in \(directory) and below now act as \(profile).\(instead)"
    }

    private struct Entry: TableRow, CommandOutput {
        let directory, profile: String
        let exists: Bool

        init(_ binding: Binding) {
            directory = binding.directory
            profile = binding.name
            exists = Directory.isThere(binding.directory)
        }

        static let header = ["DIRECTORY", "PROFILE", ""]

        var cells: [String] { [directory, profile, exists ? "" : "gone"] }

        func text(for terminal: Terminal) -> String { cells.joined(separator: "\t") }
    }
}

extension Binding {
    fileprivate var name: String {
        switch target {
        case .profile(let name), .tenant(let name): name
        }
    }
}
