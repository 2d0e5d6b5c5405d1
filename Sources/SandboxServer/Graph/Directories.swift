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
}
