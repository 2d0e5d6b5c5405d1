/// The users of a tenant: its accounts, filled up with generated users to the configured number.
struct TenantDirectory {
    let tenant: Tenant
    private(set) var users: [DirectoryUser]
    private(set) var changes = ChangeLog()
    /// The positions in `users`, by id and by lower-case principal name.
    private var index: [String: Int]

    init(tenant: Tenant, seed: SeedData, size: Int) {
        let seeded = seed.accounts.compactMap { $0.identity(in: tenant) }.map(DirectoryUser.init)
        let generated = (seeded.count..<max(size, seeded.count)).map { DirectoryUser(number: $0, tenant: tenant) }
        self.tenant = tenant
        users = seeded + generated
        index = Self.index(of: users)
    }

    func user(_ idOrPrincipalName: String) -> DirectoryUser? {
        index[idOrPrincipalName.lowercased()].map { users[$0] }
    }

    mutating func replace(_ user: DirectoryUser) {
        guard let position = index[user.id] else { return }
        users[position] = user
        changes.add(user.id)
    }

    mutating func remove(_ user: DirectoryUser) {
        users.removeAll { $0.id == user.id }
        index = Self.index(of: users)
        changes.add(user.id)
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

/// The directories of all tenants, each created on first access.
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

    /// The signed-in user with later changes. Does not create the directory.
    func user(of identity: TenantIdentity) -> DirectoryUser {
        made[identity.tenant.id]?.user(identity.objectID) ?? DirectoryUser(identity)
    }

    func change(_ tenant: Tenant, _ change: (inout TenantDirectory) -> Void) {
        var directory = directory(of: tenant)
        change(&directory)
        made[tenant.id] = directory
    }
}
