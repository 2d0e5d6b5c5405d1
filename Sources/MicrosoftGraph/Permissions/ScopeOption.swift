/// One permission that a request can be made with.
public struct ScopeOption: Hashable, Sendable {
    /// Such as `Mail.ReadBasic`.
    public let name: String
    /// One of these is needed beside it; usually empty.
    public let alsoRequires: [String]
    /// A hint and no more: Microsoft's list is not always right, and a tenant can ask for its administrator always.
    public let mayNeedAdministrator: Bool

    public init(name: String, alsoRequires: [String] = [], mayNeedAdministrator: Bool = false) {
        self.name = name
        self.alsoRequires = alsoRequires
        self.mayNeedAdministrator = mayNeedAdministrator
    }

    /// What to ask for: it, and the first of those that it takes besides.
    public var request: [String] { [name] + alsoRequires.prefix(1) }

    /// Whether these permissions are enough, each alone or as one that includes it.
    func isCovered(by held: [GraphScope]) -> Bool {
        func covers(_ name: String) -> Bool { held.contains { $0.suffices(for: GraphScope(name)) } }
        return covers(name) && (alsoRequires.isEmpty || alsoRequires.contains(where: covers))
    }
}
