import AuthCore

/// Writes a grant to all the tables it touches; the caller brings the transaction.
struct GrantRows {
    let db: Database
    let vault: Vault

    /// A sign-in answers what the server demanded of it.
    func saveSignIn(_ grant: TokenGrant) throws {
        try save(grant)
        try PendingClaimsRows(db: db).remove(grant.account, clientID: grant.clientID)
    }

    /// What the grant does not bring, stays: a refresh token or ID token that is kept is not lost to a response
    /// without one.
    func save(_ grant: TokenGrant) throws {
        let accounts = AccountRows(db: db)
        try accounts.add(grant.account)
        if let profile = grant.tenantProfile { try accounts.set(profile, of: grant.account) }
        let usageHistory = UsageRows(db: db)
        for domain in grant.verifiedDomains {
            try usageHistory.add(domain: domain.lowercased(), of: grant.tenantID.lowercased())
        }

        let sealer = try vault.sealer(in: db)
        if let token = grant.accessToken {
            try AccessTokenRows(db: db).save(token, under: grant.key, with: sealer)
        }
        if let token = grant.refreshToken {
            try RefreshTokenRows(db: db).save(token, account: grant.account, clientID: grant.clientID, with: sealer)
        }
        if let token = grant.idToken {
            try IDTokenRows(db: db).save(token, under: grant.key, with: sealer)
        }
    }
}
