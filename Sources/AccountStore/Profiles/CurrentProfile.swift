import AccountProfiles

/// Which profile `acct use` set, and which one `acct use -` goes back to.
struct CurrentProfile {
    let db: Database

    func name() throws -> ProfileName? {
        let sql = """
            SELECT name FROM profile WHERE id = (SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?)
            """
        return try db.first(sql, [Settings.Name.currentProfile.rawValue]) { try $0.profileName(0) }
    }

    func previous() throws -> ProfileRows.ID? { try id(.previousProfile) }

    /// Making the current profile current again does not change what `acct use -` goes back to.
    func set(_ id: ProfileRows.ID) throws {
        let settings = Settings(db: db)
        let before = try self.id(.currentProfile)
        guard before != id else { return }
        if let before {
            try settings.set(.previousProfile, to: String(before))
        } else if try previous() == id {
            try settings.remove(.previousProfile)
        }
        try settings.set(.currentProfile, to: String(id))
    }

    func forget(_ id: ProfileRows.ID) throws {
        for name in [Settings.Name.currentProfile, .previousProfile] where try self.id(name) == id {
            try Settings(db: db).remove(name)
        }
    }

    private func id(_ name: Settings.Name) throws -> ProfileRows.ID? {
        try Settings(db: db).value(of: name).flatMap { ProfileRows.ID($0) }
    }
}
