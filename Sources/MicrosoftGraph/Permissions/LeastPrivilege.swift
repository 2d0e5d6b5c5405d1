/// Where a permission stands among those that open one request.
///
/// The published list marks the least one, but of whole sets of methods and paths at once, so that 1,802 requests have
/// several marks and some have none. Source of the first two steps: kibali, `ProtectedResource`.
struct LeastPrivilege {
    let name: String
    let isLeast: Bool
    let methodCount: Int
    /// From 1 to 5, as Microsoft gives it.
    let level: Int
    let method: String

    /// The least first, then the others by how little they allow: a mark on one of those says nothing.
    static func ordered(_ permissions: [LeastPrivilege]) -> [String] {
        guard let least = permissions.min(by: { $0.isBefore($1, \.rank) }) else { return [] }
        let others = permissions.filter { $0.name != least.name }.sorted { $0.isBefore($1, \.privilege) }
        return [least.name] + others.map(\.name)
    }

    private func isBefore(_ other: LeastPrivilege, _ order: (LeastPrivilege) -> [Int]) -> Bool {
        let (own, others) = (order(self), order(other))
        return own != others ? own.lexicographicallyPrecedes(others) : name < other.name
    }

    private var rank: [Int] {
        [isLeast ? 0 : 1, isOddForMethod ? 1 : 0, methodCount, level, GraphScope(name).breadth]
    }

    private var privilege: [Int] { [isOddForMethod ? 1 : 0, level, GraphScope(name).breadth, methodCount] }

    /// Writing to read, or reading to write. A POST can be either.
    private var isOddForMethod: Bool {
        switch method {
        case "GET": !GraphScope(name).isReadOnly
        case "POST": false
        default: GraphScope(name).isReadOnly
        }
    }
}

extension GraphScope {
    /// How much of a resource its last part opens: what is selected, one's own, what is shared, everything.
    fileprivate var breadth: Int {
        switch name.lowercased().split(separator: ".").last {
        case "selected", "ownedby", "appfolder", "managedby": 0
        case "shared": 2
        case "all", "directory", "global": 3
        default: 1
        }
    }
}
