import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// An import: the profiles and tokens that it stores, and the rows that it prints.
struct ImportRun {
    let services: Services
    let isDryRun: Bool

    /// - Parameters:
    ///   - clientID: the value of `--client-id`. The person is asked for an id only where an account needs one.
    ///   - name: the value of `--name`.
    func rows(
        of signIns: [CachedSignIn], clientID: String?, name: String?, graph: String?
    ) async throws -> [ImportRow] {
        let name = try name.map { text throws(ProfileError) in try ProfileName(text) }
        let own = try signIns.first(where: ImportPlan.needsSignIn).map { _ in
            // An id that the person types is stored, which a dry run must not do.
            try isDryRun
                ? ClientID.known(clientID, services) ?? "" : ClientID.resolve(clientID, services)
        }
        let existing = try services.profiles.profiles()
        if let name, existing.contains(where: { $0.name == name }) { throw ProfileError.nameInUse(name) }
        let plan = try ImportPlan(signIns, existing: existing, ownClientID: own, graph: graph, name: name)
        var rows: [ImportRow] = []
        for step in plan.steps { rows.append(try await perform(step)) }
        if !isDryRun { try chooseCurrent(among: rows.filter { $0.outcome == .added }.map(\.profile)) }
        return rows
    }

    /// Makes a single new profile current where none is. Among several the choice is left to the person.
    private func chooseCurrent(among added: [String]) throws {
        let repository = try services.profiles
        guard let first = added.first, try repository.current() == nil else { return }
        guard added.count == 1 else {
            return services.output.note("No profile is current. To make one of them current, run: acct use NAME")
        }
        _ = try repository.use(first)
        services.output.note("\(first) is the current profile now.")
    }

    /// Each profile is stored in a transaction of its own.
    private func perform(_ step: ImportPlan.Step) async throws -> ImportRow {
        guard step.withoutTokens == nil, step.grant.refreshToken != nil, !isDryRun else { return try store(step) }
        // A refresh between reading the cached token and the write would be lost. Where the server rotates refresh tokens,
        // the account would be signed out.
        return try await services.tokenCache.withRefreshLock(
            account: step.grant.account, clientID: step.grant.clientID, timeout: .seconds(90)
        ) { try store(step) }
    }

    private func store(_ step: ImportPlan.Step) throws -> ImportRow {
        let cached = try services.tokenCache.refreshToken(
            account: step.grant.account, clientID: step.grant.clientID)
        let isNewer = step.grant.refreshToken?.shouldReplace(cached) ?? false
        let repository = try services.profiles
        guard step.exists else {
            let grant = isNewer || cached == nil ? step.grant : step.grant.identity
            if !isDryRun { try repository.add(step.profile, with: grant, mayBecomeCurrent: false) }
            let signedIn =
                step.withoutTokens == nil && (cached != nil || grant.refreshToken != nil || grant.accessToken != nil)
            let reason = step.withoutTokens ?? (signedIn ? "" : "its tokens have expired")
            return ImportRow(.added, step.profile, reason: reason, signedIn: signedIn)
        }
        let state = try repository.statuses(at: services.clock.now())[step.profile.name]?.state
        guard isNewer else {
            return ImportRow(
                .unchanged, step.profile, reason: "the profile exists, and the file has nothing newer",
                signedIn: state == .signedIn)
        }
        if !isDryRun { try repository.update(step.profile, with: step.grant) }
        return ImportRow(.updated, step.profile, reason: "the file's tokens are newer", signedIn: true)
    }

    /// Prints the rows, and on stderr the entries that were not imported and the commands that remain to be run.
    ///
    /// - Throws: `InteropError.noAccount` when the file holds no account that can be imported.
    func show(_ rows: [ImportRow], of path: String, skipped: [SkippedEntity: Int], asJSON: Bool) throws {
        let output = services.output
        try output.print(rows, asJSON: asJSON)
        for (entry, count) in skipped.sorted(by: { $0.key.sentence < $1.key.sentence }) {
            output.note("Not imported: \(entry.sentence) (\(count) \(count == 1 ? "entry" : "entries")).")
        }
        if rows.isEmpty { throw InteropError.noAccount(path: path) }
        let signedOut = rows.filter { $0.outcome == .added && !$0.signedIn }.map(\.profile)
        if let first = signedOut.first {
            output.note(
                signedOut.count == 1
                    ? "To finish, sign in: acct sign-in \(first)"
                    : "To finish, sign in to each: \(signedOut.map { "acct sign-in \($0)" }.joined(separator: ", "))")
        }
        if isDryRun { output.note("Nothing was stored: this was a dry run.") }
    }
}

/// The outcome for one account of a file.
struct ImportRow: TableRow {
    enum Outcome: String, Encodable {
        case added, updated, unchanged
    }

    let outcome: Outcome
    let profile, username, tenantId, clientId, reason: String
    /// Whether the profile can get tokens without a sign-in.
    let signedIn: Bool

    init(_ outcome: Outcome, _ profile: Profile, reason: String, signedIn: Bool) {
        self.outcome = outcome
        self.profile = profile.name.text
        username = profile.username
        tenantId = profile.tenantID
        clientId = profile.clientID
        self.reason = reason
        self.signedIn = signedIn
    }

    static let header = ["OUTCOME", "PROFILE", "USERNAME", "TENANT", "CLIENT", "WHY"]

    var cells: [String] { [outcome.rawValue, profile, username, tenantId, clientId, reason] }
}

extension SkippedEntity {
    fileprivate var sentence: String {
        switch self {
        case .unreadable: "entries that lack a required field"
        case .noAccount: "tokens of apps that act without a user"
        case .bound: "access tokens that are bound to the program that got them"
        case .unknownHost(let host):
            "accounts of \(host), which is not in a Microsoft cloud; name it with --authority or --issuer"
        case .unknownTenant(let account): "account \(account), whose tenant is not known"
        }
    }
}

extension RefreshToken {
    /// Whether this token is newer than the cached one, or the server has rejected the cached one.
    fileprivate func shouldReplace(_ cached: RefreshToken?) -> Bool {
        guard let cached else { return true }
        return cached.secret != secret && (cached.rejectedAt != nil || cached.cachedAt < cachedAt)
    }
}

extension TokenGrant {
    /// The account without its tokens, for a profile whose cached tokens are as good.
    fileprivate var identity: TokenGrant {
        TokenGrant(
            account: account, tenantProfile: tenantProfile, clientID: clientID, tenantID: tenantID, accessToken: nil,
            refreshToken: nil, idToken: idToken)
    }
}
