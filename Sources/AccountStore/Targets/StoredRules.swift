import AccountProfiles

/// Rules that last, in the same `Store` as the profiles they are about.
public struct StoredRules: RuleRepository {
    let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    public func rules() throws -> [NumberedRule] {
        (try store.read { try RuleRows(db: $0).all() } ?? []).inOrder()
    }

    public func add(_ pattern: RulePattern, for name: String) throws -> (added: NumberedRule, replaced: Rule?) {
        try StoredProfiles(store).changing(name) { db, id in
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

    public func remove(number: Int) throws -> Rule {
        try removing(orThrow: .noNumber(number)) { try $0.rule(number) }
    }

    public func remove(_ pattern: RulePattern) throws -> Rule {
        try removing(orThrow: .noPattern(pattern.text)) { try $0.rule(meaning: pattern) }
    }

    private func removing(
        orThrow error: RuleError, _ find: (RuleRows) throws -> NumberedRule?
    ) throws -> Rule {
        // A store that does not exist is not created for it.
        guard try store.read({ try find(RuleRows(db: $0)) }) != nil else { throw error }
        return try store.write { db in
            let rows = RuleRows(db: db)
            guard let found = try find(rows) else { throw error }
            try rows.remove(found.number)
            return found.rule
        }
    }
}
