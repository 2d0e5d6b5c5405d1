/// The users of one tenant: its part of the cast, and as many generated ones as make up the number, less those deleted.
struct TenantDirectory {
    let tenant: Tenant
    private(set) var users: [DirectoryUser]
    /// Positions in `users` by id and by lower-case principal name.
    private var index: [String: Int]

    init(tenant: Tenant, seed: SeedData, size: Int) {
        let cast = seed.accounts.compactMap { $0.identity(in: tenant) }.map(DirectoryUser.init)
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
final class TenantDirectories {
    private let seed: SeedData
    private let size: Int
    private var made: [String: TenantDirectory] = [:]

    init(seed: SeedData, size: Int) {
        self.seed = seed
        self.size = size
    }

    func directory(of tenant: Tenant) -> TenantDirectory {
        if let directory = made[tenant.id] { return directory }
        let directory = TenantDirectory(tenant: tenant, seed: seed, size: size)
        made[tenant.id] = directory
        return directory
    }

    /// The user behind a sign-in, with what has been changed since; a directory nobody looked into is not made for it.
    func user(of identity: TenantIdentity) -> DirectoryUser {
        made[identity.tenant.id]?.user(identity.objectID) ?? DirectoryUser(identity)
    }

    func change(_ tenant: Tenant, _ change: (inout TenantDirectory) -> Void) {
        var directory = directory(of: tenant)
        change(&directory)
        made[tenant.id] = directory
    }
}
