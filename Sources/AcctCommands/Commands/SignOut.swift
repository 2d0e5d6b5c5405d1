import AccountProfiles
import ArgumentParser
import AuthCore

/// `acct sign-out`: remove every token of an account, and of no other.
struct SignOut: Command {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Remove an account's tokens from this machine.",
        discussion: """
            Every token of the account goes, for every profile that uses it; other accounts are not touched. The \
            profiles stay, so that acct sign-in can bring them back. The browser's own session stays too: sign out \
            there to end it. With an app's tokens goes the secret that was kept for it.

              acct sign-out work
              acct sign-out alice@contoso.com
              acct sign-out --all
            """)

    @Argument(
        help: "A profile, or a username. Else the profile that a command here would use.", completion: .profileNames)
    var name: String?

    @Flag(help: "Sign out of every account.")
    var all = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    var wantsJSON: Bool { json.json }

    func validate() throws {
        if all, name != nil { throw ValidationError("Give either --all or a name.") }
    }

    func run(_ context: Context) async throws {
        let profiles = try context.profiles().profiles()
        if all {
            let reports = try context.tokenCache().accounts().map { try signOut($0.id, profiles, context) }
            if reports.isEmpty { context.output.note("Nobody is signed in.") }
            return try json.json ? context.output.answer(reports, asJSON: true) : reports.forEach { $0.tell(context) }
        }
        let report = try signOut(try account(among: profiles, context), profiles, context)
        try json.json ? context.output.answer(report, asJSON: true) : report.tell(context)
    }

    private func account(among profiles: [Profile], _ context: Context) throws -> AccountID {
        guard let name else { return try context.select(nil).profile.account }
        do {
            return try context.profiles().profile(named: name).account
        } catch let error as ProfileError {
            let named = profiles.filter { $0.username.lowercased() == name.lowercased() }
            guard let first = named.first else { throw error }
            guard Set(named.map(\.account)).count == 1 else {
                let names = named.map(\.name.text).joined(separator: ", ")
                throw Failure(
                    .ambiguous, "Several accounts have the username \(name). Name the profile instead: \(names).",
                    command: "acct sign-out \(first.name)")
            }
            return first.account
        }
    }

    private func signOut(_ account: AccountID, _ profiles: [Profile], _ context: Context) throws -> SignOutReport {
        let using = profiles.filter { $0.account == account }
        let username = try context.tokenCache().account(account)?.username ?? using.first?.username ?? ""
        return SignOutReport(
            account, username: username, profiles: using, removed: try context.tokenCache().remove(account))
    }
}

/// What is gone and what remains.
private struct SignOutReport: Row, Answer {
    let account: String
    let profiles: [String]
    let removed: Removed
    let revoked = false
    let remaining: [String]
    private let username: String

    struct Removed: Encodable {
        let accessTokens, refreshTokens, idTokens: Int
    }

    private enum CodingKeys: CodingKey { case account, profiles, removed, revoked, remaining }

    init(_ account: AccountID, username: String, profiles: [Profile], removed: RemovedTokens) {
        self.account = account.homeAccountID
        self.username = username
        self.profiles = profiles.map(\.name.text)
        self.removed = Removed(
            accessTokens: removed.accessTokens, refreshTokens: removed.refreshTokens, idTokens: removed.idTokens)
        remaining =
            (account.isApplication
                ? [] : ["the browser's session: it may sign in again without asking for a password"]) + [
                "access tokens already handed out: the server honours them until they expire"
            ] + (profiles.isEmpty ? [] : ["the names and settings of the profiles"])
    }

    private var tokenCount: Int { removed.accessTokens + removed.refreshTokens + removed.idTokens }

    static let header: [String] = []
    var cells: [String] { [text] }
    func text(for terminal: Terminal) -> String { text }

    private var text: String {
        let who = username.isEmpty ? account : username
        let done =
            tokenCount == 0
            ? "\(who) was signed out already."
            : "Signed out \(who): removed \(removed.accessTokens) access, \(removed.refreshTokens) refresh and "
                + "\(removed.idTokens) ID tokens" + (profiles.isEmpty ? "." : " (\(profiles.joined(separator: ", "))).")
        return done + "\nStill there: " + remaining.joined(separator: "; ") + "."
    }

    func tell(_ context: Context) {
        context.output.note(text)
    }
}
