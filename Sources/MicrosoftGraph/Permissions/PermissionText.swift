/// Permissions as a line of text, in the built-in table and in a stored published list.
///
/// Three cells for work accounts, personal accounts and applications, with ` | ` between them:
///
/// - `-`: Graph does not offer the request to this kind of account.
/// - `?`: the list has nothing.
/// - `=`: the same as for work accounts.
/// - Otherwise permissions with commas between, the least privileged first. `!` after a name: consent may need an
///   administrator. `A+B/C`: with A also B or C.
enum PermissionText {
    static func requirements(_ text: Substring) -> RequiredPermissions.Requirements? {
        let cells = text.utf8.split(separator: UInt8(ascii: "|")).map { Substring($0).trimmed }
        guard cells.count == PermissionScheme.allCases.count else { return nil }
        let work = requirement(cells[0])
        return RequiredPermissions.Requirements { scheme in
            switch scheme {
            case .delegatedWork: work
            case .delegatedPersonal: cells[1] == "=" ? work.withoutAdministrator : requirement(cells[1])
            case .application: cells[2] == "=" ? work.withoutAdministrator : requirement(cells[2])
            }
        }
    }

    static func text(_ requirements: RequiredPermissions.Requirements) -> String {
        PermissionScheme.allCases.map { scheme in
            switch requirements[scheme] {
            case .unknown: "?"
            case .notServed: "-"
            case .anyOf(let options): options.map(text).joined(separator: ", ")
            }
        }.joined(separator: " | ")
    }

    /// Whether the name can be in such a line: it has no separator, and nothing that controls a terminal.
    static func canHold(_ name: String) -> Bool {
        (1...200).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"|,+/!=?#\\\"'".utf8.contains($0) } && name != "-"
    }

    private static func requirement(_ cell: Substring) -> RequiredPermissions.Requirement {
        switch cell {
        case "?": .unknown
        case "-": .notServed
        default: .anyOf(cell.utf8.split(separator: UInt8(ascii: ",")).map { option(Substring($0).trimmed) })
        }
    }

    private static func option(_ text: Substring) -> ScopeOption {
        let parts = text.utf8.split(separator: UInt8(ascii: "+"), maxSplits: 1).map(Substring.init)
        let name = parts.first ?? ""
        let others =
            parts.count > 1 ? parts[1].utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) } : []
        let needsAdministrator = name.utf8.last == UInt8(ascii: "!")
        return ScopeOption(
            name: String(needsAdministrator ? name.dropLast() : name), alsoRequires: others,
            mayNeedAdministrator: needsAdministrator)
    }

    private static func text(_ option: ScopeOption) -> String {
        option.name + (option.mayNeedAdministrator ? "!" : "")
            + (option.alsoRequires.isEmpty ? "" : "+" + option.alsoRequires.joined(separator: "/"))
    }
}

extension RequiredPermissions.Requirement {
    /// The hint is about the consent of users: personal accounts have no administrator, and applications always need one.
    fileprivate var withoutAdministrator: Self {
        guard case .anyOf(let options) = self else { return self }
        return .anyOf(options.map { ScopeOption(name: $0.name, alsoRequires: $0.alsoRequires) })
    }
}

extension Substring {
    var trimmed: Substring {
        var text = self
        while text.utf8.first == UInt8(ascii: " ") { text = Substring(text.utf8.dropFirst()) }
        while text.utf8.last == UInt8(ascii: " ") { text = Substring(text.utf8.dropLast()) }
        return text
    }
}
