import AccountProfiles
import AuthCore

/// What is gone and what remains. It claims nothing that was not seen.
struct SignOutReport: TableRow, CommandOutput {
    let account: String
    let profiles: [String]
    let removed: Removed
    let revoked: Bool
    let remaining: [String]
    private let ended: RevokedSessions?
    private let who: String

    struct Removed: Encodable {
        let accessTokens, refreshTokens, idTokens: Int

        init(_ tokens: RemovedTokens) {
            (accessTokens, refreshTokens, idTokens) = (tokens.accessTokens, tokens.refreshTokens, tokens.idTokens)
        }

        var isEmpty: Bool { accessTokens + refreshTokens + idTokens == 0 }
    }

    private enum CodingKeys: CodingKey { case account, profiles, removed, revoked, remaining }

    /// - Parameters:
    ///   - ended: what the server said that it ended; nil if it was not asked or did not say so.
    ///   - showsPage: whether the person is sent to the page that ends the browser's session.
    init(
        _ account: AccountID, username: String, profiles: [Profile], removed: RemovedTokens, ended: RevokedSessions?,
        showsPage: Bool
    ) {
        self.account = account.homeAccountID
        self.profiles = profiles.map(\.name.text)
        self.removed = Removed(removed)
        self.ended = ended
        revoked = ended != nil
        let sessions = account.isApplication ? [] : [SignOutReport.sessions(ended, showsPage: showsPage)]
        remaining =
            sessions + ["access tokens already handed out: the server honours them until they expire"]
            + (profiles.isEmpty ? [] : ["the names and settings of the profiles"])
        who = username.isEmpty ? account.homeAccountID : username
    }

    /// Where the person, unlike an app, is still signed in.
    private static func sessions(_ ended: RevokedSessions?, showsPage: Bool) -> String {
        switch ended {
        case .everywhere: "sessions elsewhere: the server takes some minutes to end them all"
        case .asGuest: "the account's sessions in its own organization: only those as a guest were ended"
        case .refreshTokens, nil:
            showsPage
                ? "the browser's session, until you finish on the sign-out page"
                : "the browser's session: it may sign in again without asking for a password"
        }
    }

    static let header: [String] = []
    var cells: [String] { [text] }
    func text(for terminal: Terminal) -> String { text }

    var text: String {
        [done, revocation, "Still there: \(remaining.joined(separator: "; "))."]
            .compactMap { $0 }.joined(separator: "\n")
    }

    private var done: String {
        guard !removed.isEmpty else { return "\(who) was signed out already." }
        return "Signed out \(who): removed \(removed.accessTokens) access, \(removed.refreshTokens) refresh and "
            + "\(removed.idTokens) ID tokens" + (profiles.isEmpty ? "." : " (\(profiles.joined(separator: ", "))).")
    }

    private var revocation: String? {
        switch ended {
        case .everywhere: "The server ended every session of the account."
        case .asGuest: "The server ended every session of the account as a guest."
        case .refreshTokens: "The server ended the refresh tokens that were kept here."
        case nil: nil
        }
    }
}
