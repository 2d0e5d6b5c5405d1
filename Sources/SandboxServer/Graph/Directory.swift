/// The users of one tenant: its part of the cast, and as many generated ones as make up the number.
struct Directory {
    let tenant: Tenant
    let users: [DirectoryUser]
    /// Positions in `users` by id and by lower-case principal name.
    private let index: [String: Int]

    init(tenant: Tenant, world: World, size: Int) {
        let cast = world.accounts.compactMap { $0.identity(in: tenant) }.map(DirectoryUser.init)
        let crowd = (cast.count..<max(size, cast.count)).map { DirectoryUser(number: $0, tenant: tenant) }
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
