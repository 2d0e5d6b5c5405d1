/// The users of one tenant: its part of the cast, and as many generated ones as make three thousand.
struct Directory {
    static let size = 3000

    let tenant: Tenant
    let users: [DirectoryUser]
    /// Positions in `users` by id and by lower-case principal name.
    private let index: [String: Int]

    init(tenant: Tenant, world: World) {
        let cast = world.accounts.compactMap { $0.identity(in: tenant) }.map(DirectoryUser.init)
        let crowd = (cast.count..<max(Self.size, cast.count)).map { DirectoryUser(number: $0, tenant: tenant) }
        self.tenant = tenant
        users = cast + crowd
        var index: [String: Int] = [:]
        for (position, user) in users.enumerated() {
            index[user.id] = position
            index[user.userPrincipalName.lowercased()] = position
        }
        self.index = index
    }

    func user(_ idOrPrincipalName: String) -> DirectoryUser? {
        index[idOrPrincipalName.lowercased()].map { users[$0] }
    }
}

/// Makes a tenant's directory when somebody first looks into it.
final class Directories {
    private let world: World
    private var made: [String: Directory] = [:]

    init(world: World) {
        self.world = world
    }

    func directory(of tenant: Tenant) -> Directory {
        if let directory = made[tenant.id] { return directory }
        let directory = Directory(tenant: tenant, world: world)
        made[tenant.id] = directory
        return directory
    }
}
