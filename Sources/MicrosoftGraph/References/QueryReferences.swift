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

/// A part of a filter between `and` and `or`. One that is in parentheses as a whole is read as the filter in it. After a
/// `not` the parentheses are part of the clause.
private struct FilterClause {
    /// In lower case, with a question mark for each literal, and with each parenthesis as a word.
    private var words: [String] = []
    private(set) var literals: [String] = []

    /// The words without spaces: `endswith(userprincipalname,?)`.
    private var form: String { words.joined() }

    /// Whether the clause selects users by their user principal names, and neither excludes nor orders them.
    var selectsUsers: Bool {
        let list = "userprincipalnamein("
        return ["userprincipalnameeq?", "startswith(userprincipalname,?)", "endswith(userprincipalname,?)"].contains(
            form)
            || form.hasPrefix(list) && form.dropFirst(list.count).allSatisfy { ",?)".contains($0) }
    }

    static func all(in filter: String) -> [FilterClause] {
        var whole = FilterClause()
        // Two quotes within a literal stand for one (OData 4.01 ABNF, SQUOTE-in-string).
        let parts = filter.replacing("''", with: "\0").split(separator: "'", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            guard index % 2 == 0 else {
                whole.words.append("?")
                whole.literals.append(String(part.replacing("\0", with: "'")))
                continue
            }
            let spaced = part.replacing("(", with: " ( ").replacing(")", with: " ) ")
            whole.words += spaced.split(separator: " ").map { $0.lowercased() }
        }
        return whole.divided(depth: 0)
    }

    /// A filter with more parentheses within each other is one clause.
    private static let depthLimit = 8

    private func divided(depth: Int) -> [FilterClause] {
        var clauses = [FilterClause()]
        var open = 0
        var literals = literals[...]
        for word in words {
            if open == 0, word == "and" || word == "or" {
                clauses.append(FilterClause())
                continue
            }
            clauses[clauses.count - 1].words.append(word)
            if word == "?", let literal = literals.popFirst() { clauses[clauses.count - 1].literals.append(literal) }
            open += word == "(" ? 1 : word == ")" ? -1 : 0
        }
        guard depth < Self.depthLimit else { return clauses }
        return clauses.flatMap { clause in
            clause.withoutParentheses.map { $0.divided(depth: depth + 1) } ?? [clause]
        }
    }

    /// The clause that is in parentheses as a whole; nil for any other.
    private var withoutParentheses: FilterClause? {
        guard words.first == "(", words.last == ")" else { return nil }
        var open = 0
        for (index, word) in words.enumerated() {
            open += word == "(" ? 1 : word == ")" ? -1 : 0
            if open == 0, index < words.count - 1 { return nil }
        }
        var inner = self
        inner.words = Array(words.dropFirst().dropLast())
        return inner
    }
}
