import HTTPTransport

/// The system query options of a request, as plain text: the client adds the `$` and escapes the values.
public struct ODataQuery: Hashable, Sendable {
    /// Properties to fetch, such as `displayName`.
    public var select: [String]
    /// Which items, such as `startsWith(mail,'a')`. Quotes within text are doubled, as OData wants.
    public var filter: String?
    /// How many items a page has at most.
    public var top: Int?
    /// Properties to order by, such as `displayName desc`.
    public var orderBy: [String]
    /// Related resources to fetch with each item, such as `manager`.
    public var expand: [String]
    /// Graph wants a search in double quotes; it gets them unless the text begins with one.
    public var search: String?
    /// Whether to ask for the number of all items, which comes as `@odata.count` on the first page.
    public var count: Bool

    /// No option, unless given.
    public init(
        select: [String] = [], filter: String? = nil, top: Int? = nil, orderBy: [String] = [], expand: [String] = [],
        search: String? = nil, count: Bool = false
    ) {
        self.select = select
        self.filter = filter
        self.top = top
        self.orderBy = orderBy
        self.expand = expand
        self.search = search
        self.count = count
    }

    /// Whether directory objects answer it with `ConsistencyLevel: eventual` only (documented as advanced queries).
    var isAdvanced: Bool { count || search != nil }

    var options: [(name: String, value: String)] {
        let lists = [("$select", select), ("$orderby", orderBy), ("$expand", expand)]
        return lists.filter { !$1.isEmpty }.map { ($0, $1.joined(separator: ",")) }
            + [("$filter", filter), ("$top", top.map(String.init)), ("$search", search.map(ODataQuery.quoted))]
            .compactMap { name, value in value.map { (name, $0) } } + (count ? [("$count", "true")] : [])
    }

    /// `"displayName:a" OR "mail:b"` and `("a" AND "b") OR "c"` have their quotes already.
    private static func quoted(_ search: String) -> String {
        if search.drop(while: { $0 == "(" || $0 == " " }).first == "\"" { return search }
        return "\"\(search.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension GraphRequest {
    /// Adds query options to those that stand in the path.
    ///
    /// - Throws: `GraphError.repeatedOption` for one that is there already, whose value of the two would be a guess.
    public mutating func add(_ query: ODataQuery) throws(GraphError) {
        for (name, value) in query.options { try addQuery(name, value) }
        if query.isAdvanced, !headers.contains("ConsistencyLevel") { headers["ConsistencyLevel"] = "eventual" }
    }

    /// Adds a name and a value to the query, percent-encoded.
    ///
    /// - Throws: `GraphError.repeatedOption` for a name that is there already, with or without its `$`.
    public mutating func addQuery(_ name: String, _ value: String) throws(GraphError) {
        let bare = GraphRequest.bare(name)
        guard !ResourcePath(path).query.contains(where: { GraphRequest.bare($0.name) == bare }) else {
            throw .repeatedOption(name)
        }
        let separator = !path.contains("?") ? "?" : path.hasSuffix("?") || path.hasSuffix("&") ? "" : "&"
        path += separator + GraphURL.encodedField(name, value)
    }

    private static func bare(_ name: String) -> String {
        (name.hasPrefix("$") ? String(name.dropFirst()) : name).lowercased()
    }
}
