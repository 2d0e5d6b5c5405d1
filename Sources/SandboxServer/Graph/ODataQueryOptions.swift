import NIOHTTP1

/// The OData system query options. Graph accepts them with and without `$`.
struct ODataQueryOptions {
    private let parameters: URLEncodedParameters

    init(_ parameters: URLEncodedParameters) {
        self.parameters = parameters
    }

    subscript(option: String) -> String? { parameters["$\(option)"] ?? parameters[option] }

    var select: [String] {
        (self["select"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    }

    var wantsCount: Bool { self["count"]?.lowercased() == "true" }

    func top(default page: Int, max: Int) throws(GraphErrorResponse) -> Int {
        guard let text = self["top"] else { return page }
        guard let top = Int(text), (1...max).contains(top) else {
            throw GraphErrorResponse(
                .badRequest, code: "Request_BadRequest",
                "The page size '\(text)' is not a number from 1 to \(max).")
        }
        return top
    }

    func skip() throws(GraphErrorResponse) -> Int {
        guard let text = self["skip"] else { return 0 }
        guard let skip = Int(text), skip >= 0 else {
            throw .badRequest("The value '\(text)' of $skip is not a number.")
        }
        return skip
    }

    /// The query of a next link: all options of the request, with the new position.
    func link(from option: String, value: String) -> String {
        let dropped = ["$skip", "$skiptoken", "$deltatoken", "skip", "skiptoken", "deltatoken"]
        let kept = parameters.pairs.filter { !dropped.contains($0.name.lowercased()) }
        let pairs = kept.map { ($0.name, $0.value) } + [(option, value)]
        return pairs.map { "\(Self.encode(name: $0.0))=\(URLEscaping.encode($0.1, digits: .lower))" }
            .joined(separator: "&")
    }

    private static func encode(name: String) -> String {
        name.hasPrefix("$")
            ? "$" + URLEscaping.encode(String(name.dropFirst()), digits: .lower)
            : URLEscaping.encode(name, digits: .lower)
    }
}

/// The properties in a response: those of `$select`, or the defaults of the type.
struct PropertySelection {
    private let names: [String]?
    private let isExplicit: Bool

    init(_ select: [String], defaults: [String]?) {
        isExplicit = !select.isEmpty && select != ["*"]
        names = isExplicit ? select : defaults
    }

    func apply(_ item: JSON) -> JSON {
        guard let names, let members = item.members else { return item }
        return .object(members.filter { names.contains($0.name) || $0.name.hasPrefix("@") })
    }

    /// The context fragment with the selection, as in `users(id,mail)`.
    func context(_ fragment: String) -> String {
        guard isExplicit, let names else { return fragment }
        return "\(fragment)(\(names.joined(separator: ",")))"
    }
}
