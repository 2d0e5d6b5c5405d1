import AccountProfiles
import Foundation

/// Tells what each profile can do by what rows there are: one query, and no secret is opened.
struct ProfileStates {
    private static let sql = """
        SELECT name,
            (SELECT rejected_at IS NULL FROM refresh_token AS r
             WHERE r.home_account_id = p.home_account_id AND r.environment = p.environment
               AND r.client_id = p.client_id),
            (SELECT max(expires_on) FROM access_token AS a
             WHERE a.home_account_id = p.home_account_id AND a.environment = p.environment
               AND a.client_id = p.client_id AND a.realm = p.tenant_id),
            (SELECT rejected_at IS NULL FROM application_credential AS c
             WHERE c.home_account_id = p.home_account_id AND c.environment = p.environment)
        FROM profile AS p
        """
    let db: Database

    func all(at now: Date) throws -> [ProfileName: ProfileStatus] {
        let statuses = try db.rows(ProfileStates.sql) { row in
            // What an app proves itself with is worth what a refresh token is to a person.
            let worth = row.isNull(3) ? 1 : 3
            let hasGoodRefreshToken = row.isNull(worth) ? nil : try row.integer(worth) != 0
            let expiry = try row.timeIfAny(2)
            let state = ProfileStates.state(hasGoodRefreshToken: hasGoodRefreshToken, lastExpiry: expiry, now: now)
            return (try row.profileName(0), ProfileStatus(state: state, accessTokenExpiresOn: expiry))
        }
        return Dictionary(statuses) { first, _ in first }
    }

    /// - Parameters:
    ///   - hasGoodRefreshToken: nil when there is none, false when the server has refused it.
    ///   - lastExpiry: when the last access token ends; nil when there is none.
    private static func state(hasGoodRefreshToken: Bool?, lastExpiry: Date?, now: Date) -> ProfileState {
        if hasGoodRefreshToken == true { return .signedIn }
        if let lastExpiry, lastExpiry > now { return .signedIn }
        return hasGoodRefreshToken == nil && lastExpiry == nil ? .signedOut : .signInRequired
    }
}
