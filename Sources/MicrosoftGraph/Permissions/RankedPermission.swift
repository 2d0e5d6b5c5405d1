/// A permission with the facts that rank it among all permissions for one request, the least privileged first.
///
/// The published list marks the least privileged permission, but for whole sets of methods and paths at once, so that
/// 1,802 requests have several marks and some have none. The first two steps of the ranking are those of kibali's
/// `ProtectedResource`.
struct RankedPermission {
    let name: String
    /// Whether the list marks it as the least privileged for the request.
    let isMarkedLeast: Bool
    /// The number of methods of the path that list the permission; one with fewer is meant for this request.
    let methodCount: Int
    /// Microsoft's privilege level, from 1 to 5.
    let level: Int
    let method: String

    /// The names, the least privileged first. The others are ordered by privilege alone: a second mark says nothing.
    static func ordered(_ permissions: [RankedPermission]) -> [String] {
        guard let least = permissions.min(by: { $0.isBefore($1, by: \.rank) }) else { return [] }
        let others = permissions.filter { $0.name != least.name }.sorted { $0.isBefore($1, by: \.privilege) }
        return [least.name] + others.map(\.name)
    }

    private func isBefore(_ other: RankedPermission, by order: (RankedPermission) -> [Int]) -> Bool {
        let (own, others) = (order(self), order(other))
        return own != others ? own.lexicographicallyPrecedes(others) : name < other.name
    }

    private var rank: [Int] {
        [isMarkedLeast ? 0 : 1, isOddForMethod ? 1 : 0, methodCount, level, GraphScope(name).breadth]
    }

    private var privilege: [Int] { [isOddForMethod ? 1 : 0, level, GraphScope(name).breadth, methodCount] }

    /// Whether the permission writes and the method reads, or the other way round. A POST can do either.
    private var isOddForMethod: Bool {
        switch method {
        case "GET": !GraphScope(name).isReadOnly
        case "POST": false
        default: GraphScope(name).isReadOnly
        }
    }
}

extension GraphScope {
    /// The extent that the name gives: selected resources, one's own, shared ones, all of a kind, or the whole directory.
    fileprivate var breadth: Int {
        let parts = name.lowercased().split(separator: ".")
        if parts.first == "directory" { return 5 }
        return switch parts.last {
        case "selected", "ownedby", "appfolder", "managedby": 0
        case "shared": 2
        case "directory": 3
        case "all", "global": 4
        default: 1
        }
    }
}
