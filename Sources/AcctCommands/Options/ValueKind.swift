import ArgumentParser

/// The meaning of the values of an option or argument, which decides how a shell completes them.
///
/// A command declares it with `completion:`. The raw values are in the table of commands that completion reads.
enum ValueKind: String, CaseIterable {
    case profileName, profileNames, profileNameOrUsername, username
    case tenant, scopes, graphPath, boundDirectory, helpTopic
    /// A pattern of requests, and the pattern of a rule that exists.
    case requestPattern, rulePattern
    case file, directory
    /// An `.acct` file or a directory.
    case acctFile
    /// Text, or the text of a file: `@file`, or `name=@file`.
    case textOrFile
    /// A program and its arguments.
    case command

    /// Whether a value is a list with commas in it.
    var isList: Bool { self == .profileNames || self == .scopes }
}

extension CompletionKind {
    /// The name of a profile.
    static var profileNames: CompletionKind { .values(.profileName) }
    /// Names of profiles, separated by commas.
    static var profileNameList: CompletionKind { .values(.profileNames) }
    static var profileNamesAndUsernames: CompletionKind { .values(.profileNameOrUsername) }
    static var usernames: CompletionKind { .values(.username) }
    static var tenants: CompletionKind { .values(.tenant) }
    /// Permissions, separated by commas.
    static var scopes: CompletionKind { .values(.scopes) }
    /// Paths of Graph, segment by segment.
    static var graphPaths: CompletionKind { .values(.graphPath) }
    /// The path of a pattern, which may stand behind methods.
    static var requestPatterns: CompletionKind { .values(.requestPattern) }
    static var rulePatterns: CompletionKind { .values(.rulePattern) }
    static var acctFiles: CompletionKind { .values(.acctFile) }
    static var boundDirectories: CompletionKind { .values(.boundDirectory) }
    /// Text, or `@` and a file that has it.
    static var textsAndFiles: CompletionKind { .values(.textOrFile) }
    /// Programs, and then their files.
    static var commands: CompletionKind { .values(.command) }

    static var methods: CompletionKind { .list(["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"]) }

    /// Resources that accounts of all kinds have tokens for.
    static var resources: CompletionKind {
        .list([
            "https://graph.microsoft.com", "https://management.azure.com", "https://vault.azure.net",
            "https://storage.azure.com", "https://database.windows.net", "https://cosmos.azure.com",
            "https://servicebus.azure.net", "https://eventhubs.azure.net", "https://api.fabric.microsoft.com",
            "https://api.loganalytics.io", "https://outlook.office365.com",
        ])
    }

    /// argument-parser describes a kind of its own as a command of a shell, and a closure without its name. `acct` prints
    /// its own scripts, so no shell runs this one.
    private static func values(_ kind: ValueKind) -> CompletionKind { .shellCommand(kind.rawValue) }
}
