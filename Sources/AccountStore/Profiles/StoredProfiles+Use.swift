import AccountProfiles
import FoundationEssentials

/// Which profile is in use, and what is remembered for the next one.
extension StoredProfiles {
    /// A use is noted again after so many seconds: commands that run in a loop need not write each time.
    private static let useInterval: TimeInterval = 60

    public func current() throws -> ProfileName? {
        try store.read { try CurrentProfile(db: $0).name() } ?? nil
    }

    public func use(_ name: String) throws -> Profile {
        try changing(name) { db, id in
            try CurrentProfile(db: db).set(id)
            return try ProfileRows(db: db).profile(id)
        }
    }

    public func usePrevious() throws -> Profile {
        guard try store.read({ try CurrentProfile(db: $0).previous() }) != nil else { throw ProfileError.noPrevious }
        return try store.write { db in
            guard let id = try CurrentProfile(db: db).previous() else { throw ProfileError.noPrevious }
            try CurrentProfile(db: db).set(id)
            return try ProfileRows(db: db).profile(id)
        }
    }

    public func statuses(at now: Date) throws -> [ProfileName: ProfileStatus] {
        try store.read { try ProfileStates(db: $0).all(at: now) } ?? [:]
    }

    public func recordUse(of name: ProfileName, at time: Date) {
        guard let lastUsed = try? store.read({ try ProfileRows(db: $0).lastUsed(name) }) else { return }
        // A clock that was ahead once must not stop the notes until its time comes.
        if let lastUsed, abs(time.timeIntervalSince(lastUsed)) < StoredProfiles.useInterval { return }
        store.tryWriting { try ProfileRows(db: $0).setLastUsed(name, to: time) }
    }

    public func defaultClientID() throws -> String? {
        try store.read { try Settings(db: $0).value(of: .defaultClientID) } ?? nil
    }

    public func setDefaultClientID(_ clientID: String) throws {
        try store.write { try Settings(db: $0).set(.defaultClientID, to: clientID) }
    }
}
