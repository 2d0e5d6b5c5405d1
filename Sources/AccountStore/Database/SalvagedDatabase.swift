import FoundationEssentials

/// A new database of all rows of a damaged one that can still be read.
struct SalvagedDatabase {
    /// The damaged database; nil where it does not open.
    let source: Database?
    /// The key that the secrets are sealed with; nil where it is lost.
    let key: UsableKey?

    /// - Returns: whether choices may have been lost.
    func write(to draft: String, in folder: String) throws -> Bool {
        try PrivateDirectory(path: folder).createFile(draft)
        let target = try Database(path: draft)
        let version = source.map(Self.version) ?? Migrations.version
        try target.run("PRAGMA journal_mode = WAL")
        try target.run("PRAGMA foreign_keys = OFF")
        let hasLostChoices = try target.write {
            for script in Migrations.all[..<version] { try target.execute(script: script) }
            try target.run("PRAGMA user_version = \(version)")
            return try source.map { try copy($0, to: target, version: version) } ?? true
        }
        target.checkpoint()
        return hasLostChoices
    }

    /// The version of the tables. The number in the header may be the damage.
    private static func version(of source: Database) -> Int {
        let noted = ((try? Settings(db: source).value(of: .version)) ?? nil).flatMap { Int($0) }
        let stored = (try? source.first("PRAGMA user_version") { Int(try $0.integer(0)) }) ?? nil
        return [noted, stored].compactMap { $0 }.first { (1...Migrations.version).contains($0) } ?? Migrations.version
    }

    /// - Returns: whether choices may have been lost.
    private func copy(_ source: Database, to target: Database, version: Int) throws -> Bool {
        let cipher = key?.cipher
        var damagedTables = Set(Self.tables.filter { (try? hasTable($0, target)) == true })
        let form: UInt8 = version < Migrations.authenticatedVersion ? 1 : SecretCipher.version
        for table in Self.tables {
            guard let salvaged = try SalvagedTable(table, from: source, to: target) else { continue }
            let isWhole = try salvaged.copy(to: target) { values in
                guard let keys = SealedTable.signInTable(named: table)?.keyColumns else { return true }
                guard let secret = values["secret"] as? Data else { return cipher != nil }
                let row = SealedRow(table: table, key: keys.compactMap { values[$0] as? String })
                return cipher.map { (try? $0.unsealBytes(secret, of: row, version: form)) != nil } ?? false
            }
            if isWhole { damagedTables.remove(table) }
            guard SealedTable.signInTable(named: table) != nil else { continue }
            // An account is no more than the key of its tokens.
            try target.run(
                "INSERT OR IGNORE INTO account (home_account_id, environment) "
                    + "SELECT DISTINCT home_account_id, environment FROM \(table)")
        }
        if cipher == nil {
            for name in [Settings.Name.keyCheck, .keyStore, .keyID] { try Settings(db: target).remove(name) }
            // The next key seals whatever is here, and a browser is run.
            if version >= Migrations.browserVersion { try target.run("UPDATE profile SET browser = NULL") }
        }
        let choices = try choiceCount(in: target)
        if version == Migrations.version { try removeInvalidRows(in: target) }
        // The settings may be what was lost.
        if let key, version == Migrations.version { try MasterKeyLoader.recordKey(key.key, at: key.place, in: target) }
        try removeOrphans(in: target)
        guard try choiceCount(in: target) < choices || !damagedTables.isDisjoint(with: Self.choiceTables) else {
            return false
        }
        try Settings(db: target).remove(.currentProfile)
        return true
    }

    /// The tables that name profiles for directories and requests.
    private static let choiceTables = ["binding", "rule", "allowed_file"]

    private func choiceCount(in db: Database) throws -> Int64 {
        try Self.choiceTables.filter { try hasTable($0, db) }.reduce(0) { count, table in
            try count + (db.first("SELECT count(*) FROM \(table)") { try $0.integer(0) } ?? 0)
        }
    }

    private func hasTable(_ name: String, _ db: Database) throws -> Bool {
        try db.first("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [name]) { _ in true } ?? false
    }

    /// Removes profiles and rules with values that no version writes: one of them makes every command fail.
    private func removeInvalidRows(in target: Database) throws {
        func remove(from table: String, unless read: (Int64) throws -> Void) throws {
            for id in try target.rows("SELECT id FROM \(table)", as: { try $0.integer(0) }) {
                do {
                    try read(id)
                } catch let error as SQLiteError where error == .damaged {
                    try target.run("DELETE FROM \(table) WHERE id = ?", [id])
                }
            }
        }
        try remove(from: "profile") { _ = try ProfileRows(db: target).profile($0) }
        try remove(from: "rule") { _ = try RuleRows(db: target).rule(Int($0)) }
    }

    /// Removes rows that refer to a row that was lost.
    private func removeOrphans(in target: Database) throws {
        let sql = "SELECT \"table\", rowid FROM pragma_foreign_key_check WHERE rowid IS NOT NULL"
        for (table, rowID) in try target.rows(sql, as: { (try $0.text(0), try $0.integer(1)) }) {
            try target.run("DELETE FROM \(table) WHERE rowid = ?", [rowID])
        }
        // These have no row ids. An older database has no bindings.
        let lostAccount = "(home_account_id, environment) NOT IN (SELECT home_account_id, environment FROM account)"
        try target.run("DELETE FROM tenant_profile WHERE \(lostAccount)")
        _ = try? target.run("DELETE FROM binding WHERE profile_id NOT IN (SELECT id FROM profile)")
    }

    /// The tables that are worth keeping. The others are caches and histories.
    private static let tables = [
        "account", "tenant_profile", "access_token", "refresh_token", "id_token", "application_credential",
        "client_credential", "brokered_account", "pending_claims", "profile", "setting", "tenant_domain", "binding",
        "allowed_file", "rule",
        "permission_list",
        "permission",
    ]
}
