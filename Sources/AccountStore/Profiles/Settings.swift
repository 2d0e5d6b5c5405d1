/// Single values that belong to the store as a whole.
struct Settings {
    enum Name: String {
        /// The id of the profile that `acct use` set, and of the one before it: an id survives a rename.
        case currentProfile = "current_profile"
        case previousProfile = "previous_profile"
        case defaultClientID = "default_client_id"
        case keyStore = "key_store"
    }

    let db: Database

    func value(of name: Name) throws -> String? {
        try db.first("SELECT value FROM setting WHERE name = ?", [name.rawValue]) { try $0.text(0) }
    }

    func set(_ name: Name, to value: String) throws {
        try db.run("INSERT OR REPLACE INTO setting VALUES (?, ?)", [name.rawValue, value])
    }

    func remove(_ name: Name) throws {
        try db.run("DELETE FROM setting WHERE name = ?", [name.rawValue])
    }
}
