import NIOHTTP1

/// The common part of `$filter` and `$search` on users.
struct UserFilter {
    private let tests: [(DirectoryUser) -> Bool]

    init(_ operation: GraphOperation) throws(GraphErrorResponse) {
        var tests: [(DirectoryUser) -> Bool] = []
        if let filter = operation.query["filter"] {
            for clause in Self.clauses(filter) { tests.append(try Self.test(clause)) }
        }
        if let search = operation.query["search"] {
            guard operation.hasEventualConsistency else {
                throw .unsupportedQuery(
                    "A $search of directory objects has to be sent with the header "
                        + "'ConsistencyLevel: eventual'")
            }
            tests.append(try Self.searchTest(search))
        }
        self.tests = tests
    }

    var isEmpty: Bool { tests.isEmpty }

    func matches(_ user: DirectoryUser) -> Bool {
        tests.allSatisfy { $0(user) }
    }

    /// Splits at `and` outside of literals.
    private static func clauses(_ filter: String) -> [String] {
        var clauses = [""]
        for (index, part) in filter.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            let pieces =
                index % 2 == 0 ? String(part).split(separator: " and ", omittingEmptySubsequences: false) : [part]
            clauses[clauses.count - 1] += (index > 0 ? "'" : "") + (pieces.first ?? "")
            clauses += pieces.dropFirst().map(String.init)
        }
        return clauses.map { String($0.drop { $0 == " " }) }
    }

    private static func test(_ clause: String) throws(GraphErrorResponse) -> (DirectoryUser) -> Bool {
        if let (property, prefix) = arguments(of: "startswith", in: clause) {
            let property = try known(property)
            return { $0[property]?.lowercased().hasPrefix(prefix.lowercased()) ?? false }
        }
        let words = clause.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, words[1].lowercased() == "eq" else { throw invalidClause(clause) }
        if words[0] == "accountEnabled", ["true", "false"].contains(words[2]) {
            return { $0.isEnabled == (words[2] == "true") }
        }
        guard let value = literal(words[2]) else { throw invalidClause(clause) }
        let property = try known(words[0])
        return { $0[property]?.lowercased() == value.lowercased() }
    }

    private static func arguments(of function: String, in clause: String) -> (String, String)? {
        guard clause.lowercased().hasPrefix("\(function)("), clause.hasSuffix(")") else { return nil }
        let inside = clause.dropFirst(function.count + 1).dropLast()
        guard let comma = inside.firstIndex(of: ",") else { return nil }
        let value = inside[inside.index(after: comma)...].drop { $0 == " " }
        return literal(String(value)).map { (inside[..<comma].filter { $0 != " " }, $0) }
    }

    private static func literal(_ text: String) -> String? {
        guard text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return nil }
        return String(text.dropFirst().dropLast()).replacing("''", with: "'")
    }

    /// `"displayName:ali"`: a property and the start of a word.
    private static func searchTest(_ search: String) throws(GraphErrorResponse) -> (DirectoryUser) -> Bool {
        let parts = search.filter { $0 != "\"" }.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw .badRequest("Syntax error: the search needs the form \"property:value\".") }
        let property = try known(parts[0])
        let value = parts[1].lowercased()
        return { user in
            (user[property] ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(value) }
        }
    }

    private static func known(_ property: String) throws(GraphErrorResponse) -> String {
        guard DirectoryUser.properties.contains(property) else {
            throw .unknownProperty(property, type: "microsoft.graph.user")
        }
        return property
    }

    private static func invalidClause(_ clause: String) -> GraphErrorResponse {
        GraphErrorResponse(
            .badRequest, code: "Request_UnsupportedQuery", "The filter clause '\(clause)' is not supported.")
    }
}
