import MicrosoftGraph

/// What a request takes, as `acct scopes` prints it.
struct RequiredScopes: Answer {
    let required: RequiredPermissions
    let path: ResourcePath

    func text(for terminal: Terminal) -> String {
        let kinds = [("work", required.work), ("personal", required.personal), ("app", required.application)]
        guard terminal.outputIsTerminal else {
            return Table.plain(rows: kinds.map { [$0, $1.leastWords] })
        }
        let lines = kinds.map { name, requirement in
            name + String(repeating: " ", count: 10 - name.count) + requirement.words
        }
        return (["\(required.method) \(required.template)"] + lines).map(\.safeLine).joined(separator: "\n")
    }

    /// Every field is always there; a kind is null where nothing is known.
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(required.method, forKey: .method)
        try fields.encode(path.text, forKey: .path)
        try fields.encode(required.template, forKey: .template)
        try fields.encode(Kind(required.work), forKey: .work)
        try fields.encode(Kind(required.personal), forKey: .personal)
        try fields.encode(Kind(required.application), forKey: .application)
        try fields.encode(required.source == .builtIn ? "built-in" : "imported", forKey: .source)
    }

    private enum CodingKeys: CodingKey { case method, path, template, work, personal, application, source }

    private struct Kind: Encodable {
        let supported, mayNeedAdministrator: Bool
        let least: String?
        let scopes, alsoRequires: [String]

        init?(_ requirement: RequiredPermissions.Requirement) {
            guard requirement != .unknown else { return nil }
            supported = requirement != .notServed
            least = requirement.least?.name
            scopes = requirement.options.map(\.name)
            alsoRequires = requirement.least?.alsoRequires ?? []
            mayNeedAdministrator = requirement.least?.mayNeedAdministrator ?? false
        }

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(supported, forKey: .supported)
            try fields.encode(least, forKey: .least)
            try fields.encode(scopes, forKey: .scopes)
            try fields.encode(alsoRequires, forKey: .alsoRequires)
            try fields.encode(mayNeedAdministrator, forKey: .mayNeedAdministrator)
        }

        private enum CodingKeys: CodingKey { case supported, least, scopes, alsoRequires, mayNeedAdministrator }
    }
}

extension RequiredPermissions.Requirement {
    /// For programs: what to ask for, with spaces between, as a token request has it.
    fileprivate var leastWords: String {
        switch self {
        case .unknown: "?"
        case .notServed: "-"
        case .anyOf: least?.scopesToRequest.joined(separator: " ") ?? "?"
        }
    }

    /// For people.
    fileprivate var words: String {
        switch self {
        case .unknown: return "not known"
        case .notServed: return "not supported"
        case .anyOf(let options):
            let others = options.dropFirst().map(\.words).joined(separator: ", ")
            return (options.first?.words ?? "") + (others.isEmpty ? "" : " (or: \(others))")
                + (least?.mayNeedAdministrator == true ? "; may need an administrator" : "")
        }
    }
}

extension ScopeOption {
    fileprivate var words: String {
        alsoRequires.isEmpty ? name : "\(name) with \(alsoRequires.joined(separator: " or "))"
    }
}
