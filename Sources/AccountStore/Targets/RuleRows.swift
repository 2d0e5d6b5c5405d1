import AccountProfiles

/// Rules, one row for each meaning of a pattern.
struct RuleRows {
    private static let sql = "SELECT rule.id, pattern, name FROM rule JOIN profile ON profile.id = rule.profile_id"
    let db: Database

    func all() throws -> [NumberedRule] {
        try db.rows(RuleRows.sql, as: rule)
    }

    func rule(_ number: Int) throws -> NumberedRule? {
        try db.first("\(RuleRows.sql) WHERE rule.id = ?", [number], as: rule)
    }

    func rule(meaning pattern: RulePattern) throws -> NumberedRule? {
        try db.first("\(RuleRows.sql) WHERE pattern_key = ?", [pattern.key], as: rule)
    }

    func insert(_ pattern: RulePattern, for id: ProfileRows.ID) throws {
        try db.run(
            "INSERT INTO rule (pattern, pattern_key, profile_id) VALUES (?, ?, ?)", [pattern.text, pattern.key, id])
    }

    /// Keeps the number, and with it the age.
    func replace(_ number: Int, with pattern: RulePattern, for id: ProfileRows.ID) throws {
        try db.run("UPDATE rule SET pattern = ?, profile_id = ? WHERE id = ?", [pattern.text, id, number])
    }

    func remove(_ number: Int) throws {
        try db.run("DELETE FROM rule WHERE id = ?", [number])
    }

    private func rule(_ row: Row) throws -> NumberedRule {
        // Only patterns are ever written, so what is none is damage.
        guard let pattern = try? RulePattern(row.text(1)) else { throw SQLiteError.damaged }
        return NumberedRule(
            number: Int(try row.integer(0)), rule: Rule(pattern: pattern, profile: try row.profileName(2)))
    }
}
