import HTTPTransport

/// The references in the query of a request: the users that `/users?$filter=…` selects by their user principal names.
///
/// Any other filter compares content of the caller's own tenant: a sign-in log, mail, the fields of a list.
struct QueryReferences {
    let all: [ResourceReference]

    init(_ path: ResourcePath) {
        let names = path.segments.map { $0.lowercased() }
        guard names.first == "users",
            names.count == 1 || ["$count", "delta", "microsoft.graph.delta()"].contains(names[1])
        else {
            all = []
            return
        }
        all = path.query.flatMap { field in
            ["filter", "$filter"].contains(field.name.lowercased())
                ? Self.clauses(of: Self.withSpaces(field.value)).flatMap { Self.references(in: $0, named: field.name) }
                : []
        }
    }

    /// Graph reads a `+` as a space. In a filter that has spaces it was written for itself.
    private static func withSpaces(_ filter: String) -> String {
        filter.contains(" ") ? filter : filter.replacing("+", with: " ")
    }

    private static func references(in clause: String, named name: String) -> [ResourceReference] {
        let compared = clause.prefix { $0 != "'" }.lowercased().split(whereSeparator: { " (,".contains($0) })
        // `userPrincipalName eq 'x'`, `userPrincipalName in ('x')`, `endswith(userPrincipalName,'x')`.
        guard let property = compared.firstIndex(of: "userprincipalname"), !compared.contains("not"),
            !compared.contains("ne"), property <= 1
        else { return [] }
        return quoted(in: clause).compactMap { user($0, in: name) }
    }

    /// `dana@fabrikam.example` is a user principal name, `@fabrikam.example` the end of one.
    private static func user(_ text: String, in name: String) -> ResourceReference? {
        guard let at = text.lastIndex(of: "@") else { return nil }
        let domain = text[text.index(after: at)...]
        guard domain.contains(".") else { return nil }
        return at == text.startIndex
            ? ResourceReference(.domain, String(domain), at: "\(text) in \(name)")
            : ResourceReference(.userPrincipalName, text, at: "\(text) in \(name)")
    }

    /// The filter split at `and` and `or` outside of quotes.
    private static func clauses(of filter: String) -> [String] {
        var clauses = [""]
        for (index, part) in filter.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            guard index % 2 == 0 else {
                clauses[clauses.count - 1] += "'\(part)'"
                continue
            }
            let pieces = part.replacing(" or ", with: " and ").split(
                separator: " and ", omittingEmptySubsequences: false)
            clauses[clauses.count - 1] += pieces[0]
            clauses += pieces.dropFirst().map(String.init)
        }
        return clauses
    }

    private static func quoted(in clause: String) -> [String] {
        clause.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
