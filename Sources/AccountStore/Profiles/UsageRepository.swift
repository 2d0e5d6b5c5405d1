import AccountProfiles
import AuthCore
import FoundationEssentials

/// The usage history, in the same `Store` as the profiles.
///
/// Recording does not wait for the disk, and never fails a command. Times and counts may be coarse or lost. The owner of an
/// item or a domain decides which account may write it, so recording one waits for other processes, for two seconds at most.
public struct UsageRepository: Sendable {
    private let store: Store
    /// A use is recorded again after so many seconds: commands that run in a loop need not write each time.
    private static let interval: TimeInterval = 60
    /// The seconds to wait for other processes that write.
    private static let writeTimeout = 2.0

    public init(_ store: Store) {
        self.store = store
    }

    /// The verified domains of tenants, by tenant id; all in lower case.
    public func tenantDomains() throws -> [String: Set<String>] {
        try store.read { try UsageRows(db: $0).domains() } ?? [:]
    }

    /// The known domains of some tenants.
    public func tenantDomains(of tenantIDs: Set<String>) throws -> [String: Set<String>] {
        try store.read { db in
            let rows = UsageRows(db: db)
            return try tenantIDs.reduce(into: [:]) { domains, id in
                let found = try rows.domains(of: id.lowercased())
                if !found.isEmpty { domains[id.lowercased()] = found }
            }
        } ?? [:]
    }

    /// The profiles that the items with these ids were used with.
    public func profiles(using items: [String]) throws -> [String: Set<ProfileName>] {
        try store.read { db in
            let rows = UsageRows(db: db)
            return try items.reduce(into: [:]) { $0[$1] = try rows.profiles(using: $1) }
        } ?? [:]
    }

    /// The frecency of each profile for a kind of action.
    ///
    /// - Parameter topic: nil for all actions together.
    public func frecency(of topic: String?, at now: Date) throws -> [ProfileName: Double] {
        let rows = try store.read { try UsageRows(db: $0).frecency(of: topic) } ?? []
        return rows.reduce(into: [:]) { $0[$1.name, default: 0] += $1.frecency.value(at: now) }
    }

    /// The scopes of each profile's access tokens in the store, valid or expired.
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

    /// Records when a profile acted, and the topic and the items of the action.
    public func record(_ use: ProfileUse) {
        guard let new = try? unrecorded(use), new.hasTime || new.hasTopic || !new.items.isEmpty else { return }
        store.tryWriting(waiting: new.items.isEmpty ? 0 : Self.writeTimeout) { db in
            let profiles = ProfileRows(db: db)
            guard let id = try profiles.id(named: use.profile.text) else { return }
            let rows = UsageRows(db: db)
            if new.hasTime { try profiles.setLastUse(of: id, to: use.time) }
            if new.hasTopic, let topic = use.topic {
                let last = try rows.frecency(of: topic, by: id) ?? Frecency(score: 0, at: use.time)
                try rows.set(last.used(at: use.time), of: topic, by: id)
            }
            let written = try new.items.count { try rows.setUsed($0, by: id, at: use.time) }
            if written > 0 { try rows.removeOldItems() }
        }
    }

    /// The parts of a use that the store does not have yet. Mostly there are none, and then nothing is written.
    private func unrecorded(_ use: ProfileUse) throws -> (hasTime: Bool, hasTopic: Bool, items: [String])? {
        try store.find { db in
            guard let (id, last, lastForTopic) = try ProfileRows(db: db).lastUses(of: use.profile, for: use.topic)
            else { return nil }
            // The distance, not the difference: after a clock was ahead once, recording must not stop until its time.
            func isNew(after last: Date?) -> Bool {
                last.map { abs(use.time.timeIntervalSince($0)) >= Self.interval } ?? true
            }
            let rows = UsageRows(db: db)
            // A token names no item, and is asked for most often.
            let items =
                use.items.isEmpty
                ? [] : try db.read { try use.items.filter { try !rows.isUsed($0, by: id, at: use.time) } }
            return (isNew(after: last), use.topic != nil && isNew(after: lastForTopic), items)
        }
    }

    /// Takes over what a tenant says of its domains, also those that another tenant had until now.
    ///
    /// - Parameters:
    ///   - verified: domains of the tenant.
    ///   - others: domains that are not the tenant's any more; nil for all that are not verified.
    public func record(verified: [String], removing others: [String]?, of tenantID: String) {
        let tenantID = tenantID.lowercased()
        let known = (try? tenantDomains(of: [tenantID])[tenantID]) ?? []
        let verified = Set(verified.map { $0.lowercased() })
        let removed = others.map { known.intersection($0.map { $0.lowercased() }) } ?? known.subtracting(verified)
        let new = verified.subtracting(known)
        guard !new.isEmpty || !removed.isEmpty else { return }
        store.tryWriting(waiting: Self.writeTimeout) { db in
            let rows = UsageRows(db: db)
            for domain in removed.sorted() { try rows.remove(domain: domain, of: tenantID) }
            for domain in new.sorted() { try rows.add(domain: domain, of: tenantID) }
        }
    }
}
