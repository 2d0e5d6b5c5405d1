/// The system query options of a request (OData 4.01 URL Conventions §5.1), as plain text.
///
/// The client adds the `$` and percent-encodes the values.
public struct ODataQuery: Hashable, Sendable {
    /// Properties to return, such as `displayName`.
    public var select: [String]
    /// A filter expression such as `startsWith(mail,'a')`. OData doubles single quotes within text: `'O''Neil'`.
    public var filter: String?
    /// The largest number of items on a page.
    public var top: Int?
    /// The number of items to leave out at the beginning.
    public var skip: Int?
    /// Properties to order by, such as `displayName desc`.
    public var orderBy: [String]
    /// Related resources to include in each item, such as `manager`.
    public var expand: [String]
    /// A search expression. Graph requires double quotes, which are added unless the text begins with one.
    public var search: String?
    /// Whether the first page shall have the number of all items, as `@odata.count`.
    public var count: Bool

    public init(
        select: [String] = [], filter: String? = nil, top: Int? = nil, skip: Int? = nil, orderBy: [String] = [],
        expand: [String] = [],
        search: String? = nil, count: Bool = false
    ) {
        self.select = select
        self.filter = filter
        self.top = top
        self.skip = skip
        self.orderBy = orderBy
        self.expand = expand
        self.search = search
        self.count = count
    }

    /// The options that are set, in a fixed order.
    var options: [(name: String, value: String)] {
        let lists = [("$select", select), ("$orderby", orderBy), ("$expand", expand)]
        return lists.filter { !$1.isEmpty }.map { ($0, $1.joined(separator: ",")) }
            + [
                ("$filter", filter), ("$top", top.map(String.init)), ("$skip", skip.map(String.init)),
                ("$search", search.map(Self.quoted)),
            ]
            .compactMap { name, value in value.map { (name, $0) } } + (count ? [("$count", "true")] : [])
    }

    /// `"displayName:a" OR "mail:b"` and `("a" AND "b") OR "c"` have their quotes already.
    private static func quoted(_ search: String) -> String {
        if search.drop(while: { $0 == "(" || $0 == " " }).first == "\"" { return search }
        return "\"\(search.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
