/// The users of one tenant: its part of the cast, and as many generated ones as make up the number, less those deleted.
struct Directory {
    let tenant: Tenant
    private(set) var users: [DirectoryUser]
    /// Positions in `users` by id and by lower-case principal name.
    private var index: [String: Int]

    init(tenant: Tenant, world: World, size: Int) {
        let cast = world.accounts.compactMap { $0.identity(in: tenant) }.map(DirectoryUser.init)
        let crowd = (cast.count..<max(size, cast.count)).map { DirectoryUser(number: $0, tenant: tenant) }
        self.tenant = tenant
        users = cast + crowd
        index = Self.index(of: users)
    }

    func user(_ idOrPrincipalName: String) -> DirectoryUser? {
        index[idOrPrincipalName.lowercased()].map { users[$0] }
    }

    mutating func replace(_ user: DirectoryUser) {
        guard let position = index[user.id] else { return }
        users[position] = user
    }

    mutating func remove(_ user: DirectoryUser) {
        users.removeAll { $0.id == user.id }
        index = Self.index(of: users)
    }

    private static func index(of users: [DirectoryUser]) -> [String: Int] {
        var index: [String: Int] = [:]
        for (position, user) in users.enumerated() {
            index[user.id] = position
            index[user.userPrincipalName.lowercased()] = position
        }
        return index
    }
}

/// Makes a tenant's directory when somebody first looks into it.
final class Directories {
    private let world: World
    private let size: Int
    private var made: [String: Directory] = [:]

    init(world: World, size: Int) {
        self.world = world
        self.size = size
    }

    func directory(of tenant: Tenant) -> Directory {
        if let directory = made[tenant.id] { return directory }
        let directory = Directory(tenant: tenant, world: world, size: size)
        made[tenant.id] = directory
        return directory
    }

    /// The user behind a sign-in, with what has been changed since; a directory nobody looked into is not made for it.
    func user(of identity: Identity) -> DirectoryUser {
        made[identity.tenant.id]?.user(identity.objectID) ?? DirectoryUser(identity)
    }

    func change(_ tenant: Tenant, _ change: (inout Directory) -> Void) {
        var directory = directory(of: tenant)
        change(&directory)
        made[tenant.id] = directory
    }
}
