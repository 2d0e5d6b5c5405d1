import Foundation

/// The page of one command: `acct(1)`, `acct-token(1)` for a subcommand, `acct-import-msal(1)` for one of those.
struct ManualPage {
    let command: ToolDescription.Command
    let program: DocumentedProgram
    /// The command that this one is a part of, where that is not the root.
    var parent: ToolDescription.Command?

    /// The day of the release that the pages describe.
    private static let date = "November 21, 2026"

    var fileName: String { "\(name).1" }

    private var root: ToolDescription.Command { program.root }
    private var isRoot: Bool { command.commandName == root.commandName }
    /// The words after the program's name.
    private var words: [String] { isRoot ? [] : [parent?.commandName, command.commandName].compactMap(\.self) }
    private var name: String { ([root.commandName] + words).joined(separator: "-") }

    var text: String {
        let lines =
            [
                ".\\\" Made from the help text by `make generate`; change it there.",
                ".Dd \(ManualPage.date)", ".Dt \(name.uppercased()) 1", ".Os \(program.version)",
            ] + nameSection + synopsis + description + commands + options + jsonOutput + files + exitStatus + examples
            + seeAlso
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
        let call = [".Sh SYNOPSIS", ".Nm \(root.commandName)"]
        if isRoot { return call + [".Ar command", ".Op Ar options"] }
        let typed = call + words.map { ".Cm " + Mdoc.literal($0) }
        if !command.ownSubcommands.isEmpty { return typed + [".Ar command", ".Op Ar options"] }
        return typed + shownWithHelpLast.map(\.synopsis)
    }

    private var description: [String] {
        let blocks = HelpText(command.discussion).blocks
        let opening = blocks.isEmpty ? [.paragraph(command.abstract ?? "")] : blocks
        return [".Sh DESCRIPTION"]
            + opening.enumerated().flatMap { index, block in
                switch block {
                case .paragraph(let text): (index == 0 ? [] : [".Pp"]) + Mdoc.paragraph(text)
                case .literal(let lines): [".Bd -literal -offset indent"] + lines.map(Mdoc.literal) + [".Ed"]
                }
            }
    }

    private var commands: [String] {
        guard isRoot, !program.groups.isEmpty else { return parts }
        return program.groups.flatMap { title, names in
            let items = names.flatMap { name in
                [".It Xr acct-\(name) 1"] + Mdoc.paragraph(abstract(of: name))
            }
            return [title.map { ".Ss \($0)" } ?? ".Ss Commands", ".Bl -tag -width acct-completion(1)"] + items + [".El"]
        }.prepending(".Sh COMMANDS")
    }

    /// The commands of a command, without headings.
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

    private var jsonOutput: [String] {
        guard let output = JSONOutput.documented[words.joined(separator: " ")], root.commandName == "acct" else {
            return []
        }
        let items = output.fields.flatMap { [".It Li \($0.name)"] + Mdoc.paragraph($0.meaning) }
        return [".Sh JSON OUTPUT"] + Mdoc.paragraph(output.shape) + [".Bl -tag -width Ds"] + items + [".El"]
    }

    private var files: [String] {
        let entries = UsedFile.documented.filter { $0.pages.contains(name) }
        guard !entries.isEmpty else { return [] }
        let items = entries.flatMap { [".It Pa \($0.path)"] + Mdoc.paragraph($0.meaning) }
        return [".Sh FILES", ".Bl -tag -width Ds"] + items + [".El"]
    }

    private var exitStatus: [String] { [".Sh EXIT STATUS"] + program.exitStatus }

    private var examples: [String] {
        let lines = HelpText(command.discussion).examples
        guard !lines.isEmpty else { return [] }
        return [".Sh EXAMPLES", ".Bd -literal"] + lines.map(Mdoc.literal) + [".Ed"]
    }

    /// The commands that the help text names, those above and below, and the pages that all refer to.
    private var seeAlso: [String] {
        let help = HelpText(command.discussion)
        let named = root.ownSubcommands.map(\.commandName).filter {
            isRoot || ($0 != command.commandName && root.commandName == "acct" && help.names(command: $0))
        }
        let above =
            isRoot
            ? [] : [root.commandName] + [parent].compactMap { $0 }.map { "\(root.commandName)-\($0.commandName)" }
        let below = isRoot ? [] : command.ownSubcommands.map { "\(name)-\($0.commandName)" }
        let commands = Set(named.map { "\(root.commandName)-\($0)" } + above + below).map { "\($0) 1" }
        let pages = Set(commands + program.related + (isRoot ? program.overview : [])).sorted { left, right in
            (left.last ?? " ", left) < (right.last ?? " ", right)
        }
        return [".Sh SEE ALSO"]
            + pages.enumerated().map { ".Xr \($1)" + ($0 == pages.count - 1 ? "" : " ,") }
    }
}

extension Array {
    fileprivate func prepending(_ element: Element) -> [Element] { [element] + self }
}
