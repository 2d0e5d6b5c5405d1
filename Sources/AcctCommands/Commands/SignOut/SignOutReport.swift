import AccountProfiles
import AccountStore
import AuthCore

/// The tokens that `acct sign-out` removed, and the sessions that remain. The report claims nothing that was not observed.
struct SignOutReport: Encodable {
    let account: String
    let profiles: [String]
    let removed: Removed
    let revoked: Bool
    let remaining: [String]
    private let revokedSessions: RevokedSessions?
    let accountName: String
    private let removedCredential: String?

    struct Removed: Encodable {
        let accessTokens, refreshTokens, idTokens: Int
        /// The kind of the credential that the app or the client signed in with; nil without one.
        @Nullable var credential: String?

        init(_ tokens: RemovedTokens, credential: StoredCredential.Kind?) {
            (accessTokens, refreshTokens, idTokens) = (tokens.accessTokens, tokens.refreshTokens, tokens.idTokens)
            self.credential = credential?.rawValue
        }

        var isEmpty: Bool { accessTokens + refreshTokens + idTokens == 0 && credential == nil }
    }

    private enum CodingKeys: CodingKey { case account, profiles, removed, revoked, remaining }

    /// - Parameters:
    ///   - sessions: the sessions that the server has ended; nil if it was not asked or did not confirm.
    ///   - credential: the credential that was removed with the tokens; nil for none.
    ///   - showsPage: whether the page that ends the browser's session is opened.
    init(
        _ account: AccountID, username: String, profiles: [Profile], removed tokens: RemovedTokens,
        credential: StoredCredential.Kind?, revoked sessions: RevokedSessions?, showsPage: Bool
    ) {
        self.account = account.homeAccountID
        self.profiles = profiles.map(\.name.text)
        removed = Removed(tokens, credential: credential)
        removedCredential = credential?.inWords
        revokedSessions = sessions
        revoked = sessions != nil
        let remainingSessions = account.isApplication ? [] : [Self.remainder(of: sessions, showsPage: showsPage)]
        remaining =
            remainingSessions
            + (profiles.contains(where: \.isBrokered) ? ["the device's own sign-in, at its identity broker"] : [])
            + ["access tokens that programs already have, until they expire"]
            + (profiles.isEmpty ? [] : ["the names and settings of the profiles"])
        accountName = username.isEmpty ? profiles.first?.name.text ?? account.homeAccountID : username
    }

    /// The sessions in which a person is still signed in. An app has none.
    private static func remainder(of sessions: RevokedSessions?, showsPage: Bool) -> String {
        switch sessions {
        case .everywhere: "sessions elsewhere: the server needs some minutes to end them all"
        case .asGuest: "the account's sessions in its own organization: only those as a guest were ended"
        case .refreshTokens, nil:
            showsPage
                ? "the browser's session, until you finish on the sign-out page"
                : "the browser's session: it may sign in again without asking for a password"
        }
    }

    var lines: [String] { outcome + ["Remaining:"] + remaining.map { "  \($0)" } }

    /// The outcome for this account.
    var outcome: [String] { [done, revocation].compactMap(\.self) }

    private var done: String {
        guard !removed.isEmpty else { return "\(accountName) was already signed out." }
        return
            "Signed out \(accountName): removed \(removed.accessTokens) access, \(removed.refreshTokens) refresh and "
            + "\(removed.idTokens) ID tokens" + (removedCredential.map { " and the \($0)" } ?? "")
            + (profiles.isEmpty ? "." : " (\(profiles.joined(separator: ", "))).")
    }

    private var revocation: String? {
        switch revokedSessions {
        case .everywhere: "The server ended every session of \(accountName)."
        case .asGuest: "The server ended every session of \(accountName) as a guest."
        case .refreshTokens: "The server revoked the refresh tokens of \(accountName) that were stored here."
        case nil: nil
        }
    }
}

/// The sign-out of several accounts in a few lines. `--json` lists each account.
struct SignOutSummary {
    let lines: [String]

    /// The most accounts that are reported one by one: about what a terminal shows at once.
    private static let mostListed = 10

    /// Nil for a single report.
    init?(_ reports: [SignOutReport]) {
        guard reports.count > 1 else { return nil }
        var seen: Set<String> = []
        let remaining = reports.flatMap(\.remaining).filter { seen.insert($0).inserted }
        let outcome = reports.count > Self.mostListed ? Self.sums(of: reports) : reports.flatMap(\.outcome)
        lines = outcome + ["Remaining:"] + remaining.map { "  \($0)" }
    }

    private static func sums(of reports: [SignOutReport]) -> [String] {
        func sum(_ count: (SignOutReport.Removed) -> Int) -> Int { reports.reduce(0) { $0 + count($1.removed) } }
        let revoked = reports.count(where: \.revoked)
        return [
            "Signed out \(reports.count) accounts: removed \(sum(\.accessTokens)) access, \(sum(\.refreshTokens)) refresh "
                + "and \(sum(\.idTokens)) ID tokens (\(reports.reduce(0) { $0 + $1.profiles.count }) profiles).",
            revoked > 0 ? "The server ended sessions of \(revoked) accounts." : nil,
        ].compactMap(\.self)
    }
}
