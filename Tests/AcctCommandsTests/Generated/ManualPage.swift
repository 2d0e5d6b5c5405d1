import Foundation

/// The page of one command: `acct(1)`, `acct-token(1)` for a subcommand, `acct-import-msal(1)` for one of those.
struct ManualPage {
    let command: ToolDescription.Command
    let root: ToolDescription.Command
    /// The command that this one is a part of, where that is not the root.
    var parent: ToolDescription.Command?

    /// The day of the release that the pages describe.
    private static let date = "November 21, 2026"

    var fileName: String { "\(name).1" }

    private var isRoot: Bool { command.commandName == root.commandName }
    /// The words after `acct`.
    private var words: [String] { isRoot ? [] : [parent?.commandName, command.commandName].compactMap(\.self) }
    private var name: String { ([root.commandName] + words).joined(separator: "-") }

    func text(version: String) -> String {
        let lines =
            [
                ".\\\" Made from the help text by `make generate`; change it there.",
                ".Dd \(ManualPage.date)", ".Dt \(name.uppercased()) 1", ".Os \(version)",
            ] + nameSection + synopsis + description + commands + options + exitStatus + examples + seeAlso
        return lines.joined(separator: "\n") + "\n"
    }

    /// Lower case and without its full stop, as whatis(1) shows it.
    private var nameSection: [String] {
        let abstract = command.abstract ?? ""
        let description = abstract.prefix(1).lowercased() + abstract.dropFirst()
        return [".Sh NAME", ".Nm \(name)"]
            + [".Nd " + Mdoc.literal(description.hasSuffix(".") ? String(description.dropLast()) : description)]
    }

    private var synopsis: [String] {
        let call = [".Sh SYNOPSIS", ".Nm acct"]
        if isRoot { return call + [".Ar command", ".Op Ar options"] }
        let typed = call + words.map { ".Cm " + Mdoc.literal($0) }
        if !command.ownSubcommands.isEmpty { return typed + [".Ar command", ".Op Ar options"] }
        return typed + shownWithHelpLast.map(\.synopsis)
    }

    private var description: [String] {
        let text = HelpText(command.discussion)
        let opening = text.paragraphs.isEmpty ? [command.abstract ?? ""] : text.paragraphs
        return [".Sh DESCRIPTION"] + opening.map(Mdoc.paragraph).joined(separator: [".Pp"])
    }

    private var commands: [String] {
        guard isRoot else { return parts }
        return CommandGroups.titles.flatMap { title, names in
            let items = names.flatMap { name in
                [".It Xr acct-\(name) 1"] + Mdoc.paragraph(abstract(of: name))
            }
            return [title.map { ".Ss \($0)" } ?? ".Ss Commands", ".Bl -tag -width acct-completion(1)"] + items + [".El"]
        }.prepending(".Sh COMMANDS")
    }

    /// The commands of a command that is not the root.
    private var parts: [String] {
        let items = command.ownSubcommands.flatMap {
            [".It Xr \(name)-\($0.commandName) 1"] + Mdoc.paragraph($0.abstract ?? "")
        }
        return items.isEmpty ? [] : [".Sh COMMANDS", ".Bl -tag -width Ds"] + items + [".El"]
    }

    private func abstract(of name: String) -> String {
        root.ownSubcommands.first { $0.commandName == name }?.abstract ?? ""
    }

    /// Untitled options first, then each title in its order.
    private var options: [String] {
        let shown = shownWithHelpLast
        var titles: [String] = []
        for case let title? in shown.map(\.sectionTitle) where !titles.contains(title) { titles.append(title) }
        let list = { (title: String?) -> [String] in
            let items = shown.filter { $0.sectionTitle == title }.flatMap(\.item)
            return items.isEmpty ? [] : [".Bl -tag -width Ds"] + items + [".El"]
        }
        return [".Sh OPTIONS"] + list(nil) + titles.flatMap { [".Ss \($0)"] + list($0) }
    }

    private var shownWithHelpLast: [ToolDescription.Argument] {
        command.shown.filter { !$0.isHelp } + command.shown.filter(\.isHelp)
    }

    private var exitStatus: [String] {
        [
            ".Sh EXIT STATUS", "0 when it is done.",
            "Any other code says what went wrong;", ".Xr acct-exit-codes 7", "lists them.",
        ]
    }

    private var examples: [String] {
        let lines = HelpText(command.discussion).examples
        guard !lines.isEmpty else { return [] }
        return [".Sh EXAMPLES", ".Bd -literal"] + lines.map(Mdoc.literal) + [".Ed"]
    }

    /// The commands that the help text names; for the root, every one.
    private var seeAlso: [String] {
        let named = root.ownSubcommands.map(\.commandName).filter {
            isRoot || ($0 != command.commandName && HelpText(command.discussion).names(command: $0))
        }
        let related = isRoot ? [] : command.ownSubcommands.map { "\(name)-\($0.commandName)" }
        let above = parent.map { ["acct-\($0.commandName)"] } ?? []
        var pages =
            (named.map { "acct-\($0)" } + related + above).sorted().map { "\($0) 1" } + [
                "acct-environment 7", "acct-exit-codes 7",
            ]
        if !isRoot { pages.insert("acct 1", at: 0) }
        return [".Sh SEE ALSO"]
            + pages.enumerated().map { ".Xr \($1)" + ($0 == pages.count - 1 ? "" : " ,") }
    }
}

extension Array {
    fileprivate func prepending(_ element: Element) -> [Element] { [element] + self }
}
