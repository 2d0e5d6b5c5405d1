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
                ? FilterClause.all(in: Self.withSpaces(field.value)).filter(\.selectsUsers).flatMap(\.literals)
                    .compactMap { Self.user($0, in: field.name) }
                : []
        }
    }

    /// Graph reads a `+` as a space. In a filter that has spaces it was written for itself.
    private static func withSpaces(_ filter: String) -> String {
        filter.contains(" ") ? filter : filter.replacing("+", with: " ")
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
}

/// A part of a filter between `and` and `or`. One in parentheses is a single clause with all that is in it, because a `not`
/// may stand before it.
private struct FilterClause {
    /// In lower case, without spaces, and with a question mark for each literal: `endswith(userprincipalname,?)`.
    private(set) var form = ""
    private(set) var literals: [String] = []

    /// Whether the clause selects users by their user principal names, and neither excludes nor orders them.
    var selectsUsers: Bool {
        let list = "userprincipalnamein("
        return ["userprincipalnameeq?", "startswith(userprincipalname,?)", "endswith(userprincipalname,?)"].contains(
            form)
            || form.hasPrefix(list) && form.dropFirst(list.count).allSatisfy { ",?)".contains($0) }
    }

    static func all(in filter: String) -> [FilterClause] {
        var clauses = [FilterClause()]
        var depth = 0
        // Two quotes within a literal stand for one (OData 4.01 ABNF, SQUOTE-in-string).
        let parts = filter.replacing("''", with: "\0").split(separator: "'", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            guard index % 2 == 0 else {
                clauses[clauses.count - 1].form += "?"
                clauses[clauses.count - 1].literals.append(String(part.replacing("\0", with: "'")))
                continue
            }
            for word in part.split(separator: " ") {
                if depth == 0, word == "and" || word == "or" {
                    clauses.append(FilterClause())
                } else {
                    clauses[clauses.count - 1].form += word.lowercased()
                }
                depth += word.count { $0 == "(" } - word.count { $0 == ")" }
            }
        }
        return clauses
    }
}
