import Foundation

/// The commands and options of a program as argument-parser describes them: what it prints for
/// `--experimental-dump-help`, as far as a manual page needs it.
struct ToolDescription: Decodable {
    let command: Command

    init(dumped text: String) throws {
        self = try JSONDecoder().decode(ToolDescription.self, from: Data(text.utf8))
    }

    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// The options and arguments that help shows.
        var shown: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

        /// Without `help`, which argument-parser adds.
        var ownSubcommands: [Command] { (subcommands ?? []).filter { $0.commandName != "help" } }
    }

    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }

        let kind: Kind
        let shouldDisplay, isOptional, isRepeating: Bool
        let sectionTitle: String?
        let names: [Name]?
        let preferredName: Name?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?
    }

    struct Name: Decodable, Equatable {
        enum Kind: String, Decodable { case long, short, longWithSingleDash }

        let kind: Kind
        let name: String
    }
}
