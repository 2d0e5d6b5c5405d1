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
        let shouldDisplay: Bool
        let defaultSubcommand: String?
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
        let completionKind: CompletionKind?
        let abstract: String?
        let discussion: String?
    }

    struct Name: Decodable, Equatable {
        enum Kind: String, Decodable { case long, short, longWithSingleDash }

        let kind: Kind
        let name: String
    }

    /// How a value is completed, as an object with one member.
    enum CompletionKind: Decodable {
        case list([String])
        case file, directory, custom
        case shellCommand(String)

        private enum CodingKeys: CodingKey { case list, file, directory, shellCommand }
        private struct Values: Decodable { let values: [String] }
        private struct Line: Decodable { let command: String }

        init(from decoder: any Decoder) throws {
            let kind = try decoder.container(keyedBy: CodingKeys.self)
            self =
                switch kind.allKeys.first {
                case .list: .list(try kind.decode(Values.self, forKey: .list).values)
                case .shellCommand: .shellCommand(try kind.decode(Line.self, forKey: .shellCommand).command)
                case .file: .file
                case .directory: .directory
                case nil: .custom
                }
        }
    }
}
