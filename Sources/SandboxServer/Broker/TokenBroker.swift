/// The accounts of the device and their tokens.
///
/// Requests run side by side; those for the same account and client one after the other, since each redeems the refresh
/// token of the one before.
actor TokenBroker {
    /// The person in front of the device.
    enum Person: Equatable {
        /// The account asked for or proposed, else the first one of the device.
        case requested
        case account(DirectoryAccount)
        /// A page stays open until it is cancelled.
        case absent
    }

    let client: BrokerIdentityClient
    let person: Person
    private let seed = SeedData()
    private let stateFile: String
    private var state: BrokerState
    private var cache: [CacheKey: BrokerTokens] = [:]
    private var turns: [String: Task<Void, Never>] = [:]

    private struct CacheKey: Hashable {
        let account, client, authority: String
        let scopes: [String]
    }

    init(client: BrokerIdentityClient, person: Person, accounts: [DirectoryAccount], stateFile: String) {
        self.client = client
        self.person = person
        self.stateFile = stateFile
        state = BrokerState(path: stateFile) ?? BrokerState(accounts: accounts.map(\.homeAccountID))
    }

    var environment: String { client.environment }

    /// The accounts that a client may use.
    func accounts(for clientID: String) -> [BrokerAccount] {
        state.accounts(for: clientID).compactMap(seed.account(homeAccountID:)).map(described)
    }

    /// The account of the device that an application named.
    ///
    /// - Parameter json: an `account` object, which has to be as the broker described it.
    func account(_ json: JSON, for clientID: String) throws(BrokerFailure) -> DirectoryAccount {
        let id = try json.required("homeAccountId", \.string)
        guard let account = accounts(for: clientID).first(where: { $0.homeAccountID == id }) else {
            throw BrokerFailure(.accountNotFound, "No account of this device has the id \(id).")
        }
        guard account.json.sortedByName == json.sortedByName else {
            throw .contract("account differs from that of getAccounts.")
        }
        return account.identity.account
    }

    func remove(_ account: DirectoryAccount, from clientID: String) {
        state.remove(account.homeAccountID, from: clientID)
        cache = cache.filter { $0.key.account != account.homeAccountID || $0.key.client != clientID }
        state.save(to: stateFile)
    }

    private func described(_ account: DirectoryAccount) -> BrokerAccount {
        BrokerAccount(identity: account.homeIdentity, environment: client.environment)
    }
}

/// Token requests without a person.
extension TokenBroker {
    /// The tokens of an account: from the cache, with the refresh token, or with the account's session.
    func acquireSilently(_ request: BrokerTokenRequest, for account: DirectoryAccount) async throws -> BrokerTokens {
        let previous = turns["\(account.homeAccountID) \(request.client)"]
        let turn = Task {
            await previous?.value
            return try await redeem(request, for: account)
        }
        turns["\(account.homeAccountID) \(request.client)"] = Task { _ = try? await turn.value }
        return try await turn.value
    }

    private func redeem(_ request: BrokerTokenRequest, for account: DirectoryAccount) async throws -> BrokerTokens {
        if let cached = cache[key(request, account)], cached.isFresh(), request.claims == nil,
            cached.accessToken != request.accessTokenToRenew
        {
            return cached
        }
        var authorization = try authorization(for: request)
        authorization.prompt = "none"
        authorization.requiredAccount = account
        let form =
            if let refreshToken = state[account.homeAccountID, request.client] {
                authorization.renewal(with: refreshToken)
            } else {
                authorization.redemption(of: try await code(authorization, request: request, account: account))
            }
        let tokens = try await client.token(
            form, authority: authorization.authority, correlationID: request.correlationID)
        store(tokens, request: request)
        return tokens
    }

    private func code(
        _ authorization: BrokerAuthorization, request: BrokerTokenRequest, account: DirectoryAccount
    ) async throws -> String {
        if state.sessions[account.homeAccountID] == nil {
            state.sessions[account.homeAccountID] = try await client.signIn(
                account, correlationID: request.correlationID)
        }
        return try await client.authorize(
            authorization, session: state.sessions[account.homeAccountID] ?? "", correlationID: request.correlationID)
    }

    private func key(_ request: BrokerTokenRequest, _ account: DirectoryAccount) -> CacheKey {
        CacheKey(
            account: account.homeAccountID, client: request.client, authority: request.authority.lowercased(),
            scopes: request.scopes.map { $0.lowercased() }.sorted())
    }

    private func store(_ tokens: BrokerTokens, request: BrokerTokenRequest) {
        guard let account = tokens.identity()?.account else { return }
        cache[key(request, account)] = tokens
        state[account.homeAccountID, request.client] = tokens.refreshToken
        state.save(to: stateFile)
    }
}

/// Token requests with a person.
extension TokenBroker {
    /// The tokens of the account that the person signed in with. Ends when the task is cancelled.
    ///
    /// - Parameter account: the account asked for.
    func acquireInteractively(_ request: BrokerTokenRequest, for account: DirectoryAccount?) async throws
        -> BrokerTokens
    {
        var authorization = try authorization(for: request)
        authorization.prompt = request.prompt
        authorization.hint = account?.username ?? request.username
        authorization.extraQuery = request.extraQuery
        let person = try await person(asked: account ?? request.username.flatMap { .named($0) })
        let (code, session) = try await client.authorize(
            authorization, as: person, correlationID: request.correlationID)
        let tokens = try await client.token(
            authorization.redemption(of: code), authority: authorization.authority,
            correlationID: request.correlationID)
        state.sessions[person.homeAccountID] = session
        state.add(person.homeAccountID, to: request.client)
        store(tokens, request: request)
        return tokens
    }

    private func person(asked account: DirectoryAccount?) async throws -> DirectoryAccount {
        switch person {
        case .account(let account): return account
        case .absent:
            while true { try await Task.sleep(for: .seconds(3600)) }
        case .requested:
            guard let person = account ?? state.accounts.first.flatMap(seed.account(homeAccountID:)) else {
                throw BrokerFailure(.userCancelled, "The device has no account to sign in with.")
            }
            return person
        }
    }

    /// The tokens of another account than asked for, which the broker does not keep.
    func acquire(_ request: BrokerTokenRequest, otherThan account: DirectoryAccount?) async throws -> BrokerTokens {
        let others = state.accounts.compactMap(seed.account(homeAccountID:)) + [.bob, .alice]
        let authorization = try authorization(for: request)
        let (code, _) = try await client.authorize(
            authorization, as: others.first { $0 != account } ?? .bob, correlationID: request.correlationID)
        return try await client.token(
            authorization.redemption(of: code), authority: authorization.authority,
            correlationID: request.correlationID)
    }

    private func authorization(for request: BrokerTokenRequest) throws(BrokerFailure) -> BrokerAuthorization {
        var authority = request.authority
        while authority.hasSuffix("/") { authority.removeLast() }
        let path = authority.dropFirst(client.origin.count)
        guard authority.hasPrefix(client.origin + "/"), path.split(separator: "/").count == 1 else {
            throw BrokerFailure(.incorrectConfiguration, "\(request.authority) is not an authority of this device.")
        }
        let origins = [client.origin, "https://login.microsoftonline.com"]
        guard origins.map({ $0 + AppRegistration.nativeClientPath }).contains(request.redirectURI) else {
            throw BrokerFailure(
                oauthError: "invalid_request",
                description: "AADSTS50011: The redirect URI '\(request.redirectURI)' is not one of brokers.",
                suberror: nil)
        }
        return BrokerAuthorization(
            authority: authority, client: request.client, redirectURI: request.redirectURI, scopes: request.scopes,
            claims: request.claims)
    }
}
