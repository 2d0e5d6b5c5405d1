import AccountProfiles

/// The rules. Every method that writes is one transaction.
///
/// A rule refers to the profile itself: a rename is followed, and removing a profile removes its rules.
public struct RuleRepository: Sendable {
    let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// All rules, in the order in which they are tried.
    public func rules() throws -> [NumberedRule] {
        (try store.read { try RuleRows(db: $0).all() } ?? []).inOrder()
    }

    /// Adds a rule, in place of one whose pattern means the same; the new rule then has the number of the old one.
    ///
    /// - Throws: `ProfileError.unknown` with the nearest names.
    public func add(_ pattern: RulePattern, for name: String) throws -> (added: NumberedRule, replaced: Rule?) {
        try ProfileRepository(store).changing(name) { db, id in
            let rows = RuleRows(db: db)
            let before = try rows.rule(meaning: pattern)
            if let before {
                try rows.replace(before.number, with: pattern, for: id)
            } else {
                try rows.insert(pattern, for: id)
            }
            guard let added = try rows.rule(meaning: pattern) else { throw SQLiteError.damaged }
            return (added, before?.rule)
        }
    }

    /// - Returns: the removed rule, with the number that it had.
    /// - Throws: `RuleError.noNumber`.
    public func remove(number: Int) throws -> NumberedRule {
        try removing(orThrow: .noNumber(number)) { try $0.rule(number) }
    }

    /// - Throws: `RuleError.noPattern`.
    public func remove(_ pattern: RulePattern) throws -> NumberedRule {
        try removing(orThrow: .noPattern(pattern.text)) { try $0.rule(meaning: pattern) }
    }

    private func removing(
        orThrow error: RuleError, _ find: (RuleRows) throws -> NumberedRule?
    ) throws -> NumberedRule {
        // Read first, so that no store is created where there is none.
        guard try store.read({ try find(RuleRows(db: $0)) }) != nil else { throw error }
        return try store.write { db in
            let rows = RuleRows(db: db)
            guard let found = try find(rows) else { throw error }
            try rows.remove(found.number)
            return found
        }
    }
}

/// Rules, one row for each meaning of a pattern.
struct RuleRows {
    private static let sql = "SELECT rule.id, pattern, name FROM rule JOIN profile ON profile.id = rule.profile_id"
    let db: Database

    func all() throws -> [NumberedRule] {
        try db.rows(Self.sql, as: rule)
    }

    func rule(_ number: Int) throws -> NumberedRule? {
        try db.first("\(Self.sql) WHERE rule.id = ?", [number], as: rule)
    }

    func rule(meaning pattern: RulePattern) throws -> NumberedRule? {
        try db.first("\(Self.sql) WHERE pattern_key = ?", [pattern.key], as: rule)
    }

    func insert(_ pattern: RulePattern, for id: ProfileRows.ID) throws {
        try db.run(
            "INSERT INTO rule (pattern, pattern_key, profile_id) VALUES (?, ?, ?)", [pattern.text, pattern.key, id])
    }

    /// Replaces a rule under its number, which is also its age.
    func replace(_ number: Int, with pattern: RulePattern, for id: ProfileRows.ID) throws {
        try db.run("UPDATE rule SET pattern = ?, profile_id = ? WHERE id = ?", [pattern.text, id, number])
    }

    func remove(_ number: Int) throws {
        try db.run("DELETE FROM rule WHERE id = ?", [number])
    }

    private func rule(_ row: Row) throws -> NumberedRule {
        // Only valid patterns are written, so any other is damage.
        guard let pattern = try? RulePattern(row.text(1)) else { throw SQLiteError.damaged }
        return NumberedRule(
            number: Int(try row.integer(0)), rule: Rule(pattern: pattern, profile: try row.profileName(2)))
    }
}
