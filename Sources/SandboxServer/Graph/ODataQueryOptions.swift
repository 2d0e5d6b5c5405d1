import NIOHTTP1

/// The system query options, found with and without their `$`.
struct ODataQuery {
    private let fields: FormFields

    init(_ fields: FormFields) {
        self.fields = fields
    }

    subscript(option: String) -> String? { fields["$\(option)"] ?? fields[option] }

    var select: [String] {
        (self["select"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    }

    var wantsCount: Bool { self["count"]?.lowercased() == "true" }

    func top(default page: Int, max: Int) throws(GraphError) -> Int {
        guard let text = self["top"] else { return page }
        guard let top = Int(text), (1...max).contains(top) else {
            throw GraphError(
                .badRequest, "Request_BadRequest",
                "The page size '\(text)' is not a number from 1 to \(max).")
        }
        return top
    }

    func skip() throws(GraphError) -> Int {
        guard let text = self["skip"] else { return 0 }
        guard let skip = Int(text), skip >= 0 else {
            throw .badRequest("The value '\(text)' of $skip is not a number.")
        }
        return skip
    }

    /// The options of a page's link: all that were sent, with the place to go on from put in.
    func link(from option: String, value: String) -> String {
        let dropped = ["$skip", "$skiptoken", "skip", "skiptoken"]
        let kept = fields.fields.filter { !dropped.contains($0.name.lowercased()) }
        let pairs = kept.map { ($0.name, $0.value) } + [(option, value)]
        return pairs.map { "\(Self.encode(name: $0.0))=\(PercentCoding.encode($0.1, digits: .lower))" }
            .joined(separator: "&")
    }

    private static func encode(name: String) -> String {
        name.hasPrefix("$")
            ? "$" + PercentCoding.encode(String(name.dropFirst()), digits: .lower)
            : PercentCoding.encode(name, digits: .lower)
    }
}

/// The properties of an item that go out: those of `$select`, or else the type's usual ones.
struct Selection {
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

    /// Graph repeats a selection in the context: `users(id,mail)`.
    func context(_ fragment: String) -> String {
        guard isExplicit, let names else { return fragment }
        return "\(fragment)(\(names.joined(separator: ",")))"
    }
}
