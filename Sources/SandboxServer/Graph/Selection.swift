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
