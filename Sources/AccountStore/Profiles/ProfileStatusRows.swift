import AccountProfiles
import AuthCore
import FoundationEssentials

/// The status of each profile, from one query that reads no secret.
struct ProfileStatusRows {
    private static let sql = """
        SELECT name,
            (SELECT rejected_at IS NULL AND coalesce(expires_on > ?, TRUE) FROM refresh_token AS r
             WHERE r.home_account_id = p.home_account_id AND r.environment = p.environment
               AND r.client_id = p.client_id),
            (SELECT max(expires_on) FROM access_token AS a
             WHERE a.home_account_id = p.home_account_id AND a.environment = p.environment
               AND a.client_id = p.client_id AND a.realm = p.tenant_id),
            (SELECT rejected_at IS NULL FROM application_credential AS c
             WHERE c.home_account_id = p.home_account_id AND c.environment = p.environment),
            (SELECT rejected_at IS NULL FROM brokered_account AS b
             WHERE p.is_brokered AND b.home_account_id = p.home_account_id AND b.environment = p.environment
               AND b.client_id = p.client_id)
        FROM profile AS p
        """
    let db: Database

    func all(at now: Date) throws -> [ProfileName: ProfileStatus] {
        let statuses = try db.rows(Self.sql, [now.epochSeconds]) {
            (try $0.profileName(0), try Self.status($0, at: now))
        }
        return Dictionary(statuses) { first, _ in first }
    }

    func status(of id: ProfileRows.ID, at now: Date) throws -> ProfileStatus? {
        try db.first("\(Self.sql) WHERE p.id = ?", [now.epochSeconds, id]) { try Self.status($0, at: now) }
    }

    private static func status(_ row: Row, at now: Date) throws -> ProfileStatus {
        // The credential of an app, and the broker, serve as a refresh token does.
        let column = [4, 3].first { !row.isNull($0) } ?? 1
        let isAccepted = row.isNull(column) ? nil : try row.integer(column) != 0
        let expiry = try row.optionalTime(2)
        let state = Self.state(isCredentialAccepted: isAccepted, lastExpiry: expiry, now: now)
        return ProfileStatus(state: state, accessTokenExpiresOn: expiry, isRejected: isAccepted == false)
    }

    /// - Parameters:
    ///   - isCredentialAccepted: nil without a refresh token or credential, false when the server has rejected it or it has
    ///     expired.
    ///   - lastExpiry: the latest expiry of the access tokens; nil without any.
    private static func state(isCredentialAccepted: Bool?, lastExpiry: Date?, now: Date) -> ProfileState {
        if isCredentialAccepted == true { return .signedIn }
        if let lastExpiry, lastExpiry > now { return .signedIn }
        return isCredentialAccepted == nil && lastExpiry == nil ? .signedOut : .signInRequired
    }
}
