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
