/// Where a permission stands among those that open one request: the smaller, the less it allows.
///
/// The published list marks the least one, but of whole sets of methods and paths at once, so that 1,802 requests have
/// several marks and some have none. Source of the first two steps: kibali, `ProtectedResource`.
struct LeastPrivilege: Comparable {
    let name: String
    let isLeast: Bool
    let methodCount: Int
    /// From 1 to 5, as Microsoft gives it.
    let level: Int
    let method: String

    static func < (left: LeastPrivilege, right: LeastPrivilege) -> Bool {
        left.rank != right.rank ? left.rank.lexicographicallyPrecedes(right.rank) : left.name < right.name
    }

    private var rank: [Int] {
        [isLeast ? 0 : 1, isOddForMethod ? 1 : 0, methodCount, level, GraphScope(name).breadth]
    }

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
