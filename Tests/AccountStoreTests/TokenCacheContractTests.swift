import AuthCore
import Foundation
import HTTPTransport
import Testing

/// The caches that have to keep the same promises.
enum CacheUnderTest: String, CaseIterable, CustomTestStringConvertible {
    case inMemory, stored

    var testDescription: String { rawValue }

    func run(_ body: (any TokenCache) async throws -> Void) async throws {
        switch self {
        case .inMemory: try await body(InMemoryTokenCache())
        case .stored:
            let temporary = try TemporaryStore()
            try await body(temporary.cache)
            withExtendedLifetime(temporary) {}
        }
    }
}

@Suite struct TokenCacheContractTests {
    private let alice = Person.alice
    private let bob = Person.bob

    @Test(arguments: CacheUnderTest.allCases)
    func newCacheIsEmpty(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            #expect(try cache.accounts().isEmpty)
            #expect(try cache.account(alice.account) == nil)
            #expect(try cache.accessTokens(alice.key).isEmpty)
            #expect(try cache.refreshToken(account: alice.account, clientID: Sample.clientID) == nil)
            #expect(try cache.idToken(alice.key) == nil)
            #expect(try cache.saveRenewed(alice.grant()) == false)
            let removed = try cache.remove(alice.account)
            #expect(removed == RemovedTokens(accessTokens: 0, refreshTokens: 0, idTokens: 0))
            #expect(try cache.accounts().isEmpty)
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func grantIsReadAsItWasSaved(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try cache.save(alice.grant())
            #expect(try cache.accessTokens(alice.key) == [Sample.accessToken()])
            #expect(try cache.refreshToken(account: alice.account, clientID: Sample.clientID) == Sample.refreshToken())
            #expect(try cache.idToken(alice.key) == Secret("id-token"))
            let account = Account(id: alice.account, tenantProfiles: [alice.tenantProfile])
            #expect(try cache.account(alice.account) == account)
            #expect(try cache.accounts() == [account])
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func rejectedAccessTokenIsRemovedAlone(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try cache.save(alice.grant())
            try cache.save(bob.grant())
            let token = try #require(try cache.accessTokens(alice.key).first)
            let other = AccessToken(
                secret: Secret("newer"), tokenType: token.tokenType, scopes: token.scopes, cachedAt: token.cachedAt,
                expiresOn: token.expiresOn, refreshOn: nil)
            try cache.remove(other, of: alice.key)
            #expect(try cache.accessTokens(alice.key) == [token])
            try cache.remove(token, of: alice.key)
            try cache.remove(token, of: alice.key)
            #expect(try cache.accessTokens(alice.key).isEmpty)
            #expect(try cache.accessTokens(bob.key).count == 1)
            #expect(try cache.refreshToken(account: alice.account, clientID: Sample.clientID) != nil)
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func keyThatDiffersInOnePartFindsNothing(_ kind: CacheUnderTest) async throws {
        let home = alice.account.homeAccountID
        let others = [
            TokenKey(account: bob.account, clientID: Sample.clientID, tenantID: alice.tenantID),
            TokenKey(
                account: AccountID(homeAccountID: home, environment: "login.microsoftonline.us"),
                clientID: Sample.clientID, tenantID: alice.tenantID),
            TokenKey(account: alice.account, clientID: "other", tenantID: alice.tenantID),
            TokenKey(account: alice.account, clientID: Sample.clientID, tenantID: bob.tenantID),
        ]
        try await kind.run { cache in
            try cache.save(alice.grant())
            for key in others {
                #expect(try cache.accessTokens(key).isEmpty)
                #expect(try cache.idToken(key) == nil)
                if key.tenantID == alice.tenantID {
                    #expect(try cache.refreshToken(account: key.account, clientID: key.clientID) == nil)
                }
            }
        }
    }

    @Test(
        "keeps one tenant profile for each tenant, and the one it has when a grant brings none",
        arguments: CacheUnderTest.allCases)
    func tenantProfiles(_ kind: CacheUnderTest) async throws {
        let guest = TenantProfile(tenantID: bob.tenantID, objectID: "guest", username: "a#EXT#", displayName: "A")
        func grant(_ profile: TenantProfile?) -> TokenGrant {
            TokenGrant(
                account: alice.account, tenantProfile: profile, clientID: Sample.clientID, tenantID: bob.tenantID,
                accessToken: nil, refreshToken: nil, idToken: nil)
        }
        try await kind.run { cache in
            try cache.save(alice.grant())
            try cache.save(grant(guest))
            #expect(try cache.saveRenewed(grant(nil)))
            #expect(try cache.account(alice.account)?.tenantProfiles == [alice.tenantProfile, guest])
            #expect(try cache.account(alice.account)?.username == "alice@contoso.example")
        }
    }

    @Test(
        "keeps the refresh token when a grant brings none, and what the server said of it",
        arguments: CacheUnderTest.allCases)
    func refreshTokenStays(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try cache.save(alice.grant())
            try cache.markRejected(
                Sample.refreshToken(), account: alice.account, clientID: Sample.clientID, at: Sample.now)
            #expect(try cache.saveRenewed(alice.grant(refresh: nil)))
            let kept = try cache.refreshToken(account: alice.account, clientID: Sample.clientID)
            #expect(kept == Sample.refreshToken(rejectedAt: Sample.now))
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func rotatedRefreshTokenReplacesTheRejectedOne(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try cache.save(alice.grant())
            let old = Sample.refreshToken()
            try cache.markRejected(old, account: alice.account, clientID: Sample.clientID, at: Sample.now)
            #expect(try cache.saveRenewed(alice.grant(refresh: Sample.refreshToken("rotated"))))
            // A refusal of the previous token arrives late and does not apply to the current one.
            try cache.markRejected(old, account: alice.account, clientID: Sample.clientID, at: Sample.now)
            let kept = try cache.refreshToken(account: alice.account, clientID: Sample.clientID)
            #expect(kept == Sample.refreshToken("rotated"))
            #expect(try cache.remove(alice.account).refreshTokens == 1)
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func pendingClaimsLastUntilTheNextSignIn(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            func kept(_ person: Person) throws -> String? { try cache.pendingClaims(of: person.key) }
            let guest = TokenKey(account: alice.account, clientID: Sample.clientID, tenantID: "guest")
            try cache.savePendingClaims("{}", of: alice.key)
            #expect(try kept(alice) == nil, "of an account that is not there")
            try cache.save(alice.grant())
            try cache.save(bob.grant())
            try cache.savePendingClaims(#"{"access_token":{}}"#, of: alice.key)
            try cache.savePendingClaims(#"{"id_token":{}}"#, of: guest)
            #expect(try cache.saveRenewed(alice.grant()))
            #expect(try kept(alice) == #"{"access_token":{}}"#)
            #expect(try kept(bob) == nil)
            try cache.save(alice.grant())
            #expect(try kept(alice) == nil)
            #expect(try cache.pendingClaims(of: guest) == #"{"id_token":{}}"#)
            try cache.savePendingClaims("{}", of: alice.key)
            _ = try cache.remove(alice.account)
            try cache.save(alice.grant())
            #expect(try kept(alice) == nil)
            #expect(try cache.pendingClaims(of: guest) == nil)
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func failedRenewalsLastUntilTheNextSignIn(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            func failure(of scopes: Scopes, after seconds: Double) throws -> FailedRenewal {
                let request = SilentRequest(account: alice.account, tenantID: alice.tenantID, scopes: scopes)
                return try #require(
                    FailedRenewal(.network(.timedOut(host: "h", seconds: 30)), of: request, at: Sample.now + seconds))
            }
            func kept() throws -> Set<FailedRenewal> {
                Set(try cache.failedRenewals(account: alice.account, clientID: Sample.clientID))
            }
            func save(_ failure: FailedRenewal) throws {
                try cache.save(failure, account: alice.account, clientID: Sample.clientID)
            }
            try save(failure(of: ["A"], after: 0))
            #expect(try kept().isEmpty, "of an account that is not there")
            try cache.save(alice.grant())
            try cache.save(bob.grant())
            try save(failure(of: ["A"], after: 0))
            try save(failure(of: ["A"], after: 1))
            try save(failure(of: ["B"], after: 2))
            #expect(try kept() == [failure(of: ["A"], after: 1), failure(of: ["B"], after: 2)])
            #expect(try cache.failedRenewals(account: bob.account, clientID: Sample.clientID).isEmpty)
            try save(failure(of: ["C"], after: 400))
            #expect(try kept() == [failure(of: ["C"], after: 400)], "older ones are of no use")
            #expect(try cache.saveRenewed(alice.grant()))
            #expect(try kept().count == 1)
            try cache.save(alice.grant())
            #expect(try kept().isEmpty)
            try save(failure(of: ["A"], after: 0))
            _ = try cache.remove(alice.account)
            try cache.save(alice.grant())
            #expect(try kept().isEmpty)
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func refreshDoesNotRestoreARemovedAccount(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try cache.save(alice.grant())
            _ = try cache.remove(alice.account)
            #expect(try cache.saveRenewed(alice.grant()) == false)
            #expect(try cache.accounts().isEmpty)
            #expect(try cache.accessTokens(alice.key).isEmpty)
            #expect(try cache.refreshToken(account: alice.account, clientID: Sample.clientID) == nil)
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func renewalReplacesTheTokenThatWasRedeemedOnly(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            let (old, newer) = (Sample.refreshToken(), Sample.refreshToken("newer"))
            func redeem(_ token: RefreshToken, during: @escaping @Sendable () throws -> Void = {}) async throws
                -> String?
            {
                let grant = alice.grant(refresh: Sample.refreshToken("rotated"))
                let renewal = try await cache.redeem(token, of: alice.key) {
                    try during()
                    return grant
                }
                return renewal?.grant.refreshToken?.secret.expose()
            }
            func stored() throws -> RefreshToken? {
                try cache.refreshToken(account: alice.account, clientID: Sample.clientID)
            }
            try cache.save(alice.grant(refresh: old))
            #expect(try await redeem(old) == "rotated")
            #expect(try stored() == Sample.refreshToken("rotated"))
            // A sign-in replaces it while the server answers: the answer belongs to the old sign-in.
            let grant = alice.grant(refresh: newer)
            #expect(try await redeem(Sample.refreshToken("rotated")) { try cache.save(grant) } == "rotated")
            #expect(try stored() == newer)
            // A sign-out removes the account.
            let account = alice.account
            #expect(try await redeem(newer) { _ = try cache.remove(account) } == nil)
            #expect(try cache.accounts().isEmpty)
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func renewalThatWasSentIsSavedThoughItsTaskIsCancelled(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try cache.save(alice.grant())
            let (grant, key) = (alice.grant(refresh: Sample.refreshToken("rotated")), alice.key)
            let (sent, send) = AsyncStream.makeStream(of: Void.self)
            let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                try await cache.redeem(Sample.refreshToken(), of: key) {
                    send.finish()
                    for await _ in cancelled {}
                    try Task.checkCancellation()
                    return grant
                }
            }
            for await _ in sent {}
            task.cancel()
            cancel.finish()
            _ = try await task.value
            let stored = try cache.refreshToken(account: alice.account, clientID: Sample.clientID)
            #expect(stored == Sample.refreshToken("rotated"))
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func removingAnAccountRemovesItFromEveryClientAndTenantOnly(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try cache.save(bob.grant())
            try cache.save(alice.grant())
            try cache.save(alice.grant(clientID: "other"))
            try cache.save(alice.grant(refresh: nil, idToken: nil, tenantID: bob.tenantID))
            let removed = try cache.remove(alice.account)
            #expect(removed == RemovedTokens(accessTokens: 3, refreshTokens: 2, idTokens: 2))
            #expect(try cache.accounts().map(\.id) == [bob.account])
            #expect(try cache.accessTokens(bob.key) == [Sample.accessToken()])
        }
    }
}
