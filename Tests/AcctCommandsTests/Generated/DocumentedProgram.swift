import ArgumentParser

@testable import AcctCommands
@testable import acct_sandbox

/// A program with manual pages, and what its pages have in common.
struct DocumentedProgram {
    let root: ToolDescription.Command
    let version: String
    /// The headings that its help lists the commands under; empty where there are none.
    let groups: [(title: String?, names: [String])]
    /// In mdoc(7).
    let exitStatus: [String]
    /// The pages of section 7 that each page refers to.
    let related: [String]
    /// Those that the page of the program itself refers to as well.
    let overview: [String]

    static func acct() throws -> DocumentedProgram {
        let configuration = AcctCommand.configuration
        let ungrouped = configuration.ungroupedSubcommands.map { $0._commandName }
        return DocumentedProgram(
            root: try ToolDescription(dumped: AcctCommand._dumpHelp()).command, version: configuration.version,
            groups: (ungrouped.isEmpty ? [] : [(nil, ungrouped)])
                + configuration.groupedSubcommands.map { ($0.name, $0.subcommands.map { $0._commandName }) },
            exitStatus: [
                "0 when it is done.", "Any other code says what went wrong;", ".Xr acct-exit-codes 7", "lists them.",
            ],
            related: ["acct-environment 7", "acct-exit-codes 7"],
            overview: [
                "acct-exec 7", "acct-issuers 7", "acct-keys 7", "acct-pages 7", "acct-sandbox 1", "acct-scripting 7",
                "acct-selection 7",
            ])
    }

    static func sandbox() throws -> DocumentedProgram {
        DocumentedProgram(
            root: try ToolDescription(dumped: AcctSandbox._dumpHelp()).command,
            version: AcctSandbox.configuration.version, groups: [],
            exitStatus: ["0 when it is done, 1 when it failed, 64 when the command line is wrong."],
            related: ["acct 1", "acct-scripting 7"], overview: [])
    }

    /// A page for the program, for each command, and for each command of those.
    var pages: [ManualPage] {
        [ManualPage(command: root, program: self)]
            + root.ownSubcommands.flatMap { command in
                [ManualPage(command: command, program: self)]
                    + command.ownSubcommands.map { ManualPage(command: $0, program: self, parent: command) }
            }
    }
}
