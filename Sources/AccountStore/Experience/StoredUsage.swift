import AccountProfiles
import AuthCore
import Foundation

/// What earlier uses have taught, in the same `Store` as the profiles. Notes wait neither for the disk nor for other
/// processes.
public struct StoredUsage: UsageRepository {
    private let store: Store
    /// A use is noted again after so many seconds: commands that run in a loop need not write each time.
    private static let useInterval: TimeInterval = 60

    public init(_ store: Store) {
        self.store = store
    }

    public func tenantDomains() throws -> [String: Set<String>] {
        try store.read { try UsageRows(db: $0).domains() } ?? [:]
    }

    public func profiles(using items: [String]) throws -> [String: Set<ProfileName>] {
        try store.read { db in
            let rows = UsageRows(db: db)
            return try items.reduce(into: [:]) { $0[$1] = try rows.profiles(using: $1) }
        } ?? [:]
    }

    public func frecency(of topic: String?, at now: Date) throws -> [ProfileName: Double] {
        let rows = try store.read { try UsageRows(db: $0).frecency(of: topic) } ?? []
        return rows.reduce(into: [:]) { $0[$1.name, default: 0] += $1.frecency.value(at: now) }
    }

    public func heldScopes() throws -> [ProfileName: Scopes] {
        let sql = """
            SELECT name, target FROM profile AS p JOIN access_token AS a
            ON a.home_account_id = p.home_account_id AND a.environment = p.environment
                AND a.client_id = p.client_id AND a.realm = p.tenant_id
            """
        let held = try store.read { try $0.rows(sql) { (try $0.profileName(0), try $0.text(1)) } } ?? []
        return held.reduce(into: [:]) { scopes, row in
            scopes[row.0] = (scopes[row.0] ?? []).union(Scopes(spaceSeparated: row.1))
        }
    }

    public func note(_ use: ProfileUse) {
        guard let new = try? news(in: use), !new.isFresh || !new.items.isEmpty else { return }
        store.tryWriting { db in
            guard let id = try ProfileRows(db: db).id(named: use.profile.text) else { return }
            let rows = UsageRows(db: db)
            if !new.isFresh {
                let last = try rows.frecency(of: use.topic, by: id) ?? Frecency(score: 0, at: use.time)
                try rows.set(last.used(at: use.time), of: use.topic, by: id)
            }
            let written = try new.items.count { try rows.setUsed($0, by: id, at: use.time) }
            if written > 0 { try rows.dropOldItems() }
        }
    }

    /// What a use tells that is not known yet. Mostly that is nothing, and then nothing is opened for writing.
    private func news(in use: ProfileUse) throws -> (isFresh: Bool, items: [String])? {
        try store.read { db in
            guard let id = try ProfileRows(db: db).id(named: use.profile.text) else { return nil }
            let rows = UsageRows(db: db)
            let last = try rows.frecency(of: use.topic, by: id)
            let isFresh = last.map { abs(use.time.timeIntervalSince($0.time)) < StoredUsage.useInterval } ?? false
            // A token names no item, and is asked for most often.
            guard !use.items.isEmpty else { return (isFresh, []) }
            return (isFresh, try db.read { try use.items.filter { try !rows.isUsed($0, by: id, at: use.time) } })
        } ?? nil
    }

    public func note(domains: [String], of tenantID: String) {
        let known = (try? tenantDomains()[tenantID.lowercased()]) ?? []
        let new = Set(domains.map { $0.lowercased() }).subtracting(known)
        guard !new.isEmpty else { return }
        store.tryWriting { db in
            for domain in new.sorted() { try UsageRows(db: db).add(domain: domain, of: tenantID.lowercased()) }
        }
    }
}
