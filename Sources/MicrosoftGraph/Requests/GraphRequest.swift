import FoundationEssentials
import HTTPTransport

/// A request to Graph, without the host and the token, which the client adds.
public struct GraphRequest: Sendable {
    /// The method in upper case.
    public var method: String
    /// A path as the documentation writes it, with or without a leading slash and version, or a full URL on the Graph
    /// host. Characters that a URL cannot have are percent-encoded when the request is sent.
    public var path: String
    /// The headers in addition to `Authorization`, `Accept` and `client-request-id`, which the client adds.
    public var headers: HTTPHeaders
    /// The body; no `Content-Type` is added for it.
    public var body: HTTPBody?

    /// - Parameter method: in any case.
    public init(method: String = "GET", path: String, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil) {
        self.method = method.uppercased()
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// The method that the request is judged by, in upper case: the method that an `X-HTTP-Method` or
    /// `X-HTTP-Method-Override` header names, unless that would make a read of a write.
    public var effectiveMethod: String { MethodOverride.effective(method, headers) }

    /// Whether the effective method may change something.
    public var isWrite: Bool { !MethodOverride.isRead(effectiveMethod) }

    /// Whether the request line says GET or HEAD, whatever a header says: such a request has no body of fields.
    public var isSentAsRead: Bool { MethodOverride.isRead(method) }

    /// Whether the response is the content of a file, a page or a property, which can be anything: a path that ends in
    /// `content`, `contentStream` or `$value`.
    public var readsContent: Bool {
        let last = ResourcePath(path).segments.last?.lowercased() ?? ""
        return !isWrite && ["content", "contentstream", "$value"].contains(last)
    }

    /// Adds query options to those in the path, and the header that advanced queries need.
    ///
    /// - Throws: `GraphError.repeatedOption` for an option that the path has already: which value counts would be a guess.
    public mutating func add(_ query: ODataQuery) throws(GraphError) {
        for (name, value) in query.options { try addQuery(name, value) }
        addConsistencyLevel()
    }

    /// Adds the header that the query needs, unless the request has it.
    mutating func addConsistencyLevel() {
        if isAdvanced, !headers.contains("ConsistencyLevel") { headers["ConsistencyLevel"] = "eventual" }
    }

    /// Whether directory objects require `ConsistencyLevel: eventual` for the query, documented as "advanced query
    /// capabilities on Microsoft Entra ID objects".
    private var isAdvanced: Bool {
        let path = ResourcePath(path)
        return path.segments.last == "$count"
            || path.query.contains { field in
                switch Self.withoutDollar(field.name) {
                case "search": true
                case "count": field.value.lowercased() == "true"
                default: false
                }
            }
    }

    /// Adds a name and a value to the query, percent-encoded.
    ///
    /// - Throws: `GraphError.repeatedOption` for a name that the path has already, with or without its `$`.
    public mutating func addQuery(_ name: String, _ value: String) throws(GraphError) {
        let bare = Self.withoutDollar(name)
        guard !ResourcePath(path).query.contains(where: { Self.withoutDollar($0.name) == bare }) else {
            throw .repeatedOption(name)
        }
        let separator = !path.contains("?") ? "?" : path.hasSuffix("?") || path.hasSuffix("&") ? "" : "&"
        path += separator + GraphURL.encodedField(name, value)
    }

    /// The properties that the query selects and those that it expands, in their order; empty if it selects none or all.
    public var selectedProperties: [String] {
        let selected = names(in: "select")
        return selected.isEmpty || selected.contains("*") ? [] : selected + names(in: "expand")
    }

    /// The names in a list such as `id,manager($select=id,mail)`, without the options in parentheses.
    private func names(in option: String) -> [String] {
        let values = ResourcePath(path).query.filter { Self.withoutDollar($0.name) == option }.map(\.value)
        var names = [""]
        var depth = 0
        for character in values.joined(separator: ",") {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0: names.append("")
            case " ": break
            default: if depth == 0 { names[names.count - 1].append(character) }
            }
        }
        return names.filter { !$0.isEmpty }
    }

    private static func withoutDollar(_ name: String) -> String {
        (name.hasPrefix("$") ? String(name.dropFirst()) : name).lowercased()
    }
}
