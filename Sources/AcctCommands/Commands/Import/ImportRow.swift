import AccountProfiles

/// The outcome for one account of a file.
struct ImportRow: TableRow {
    enum Outcome: String, Encodable {
        case added, updated, unchanged, skipped
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

    /// A profile of a file whose definition is not valid, with the texts of the file.
    init(invalid exported: ExportedProfile, reason: String) {
        outcome = .skipped
        profile = exported.name
        username = exported.username ?? ""
        (tenantId, clientId) = (exported.tenantId, exported.clientId)
        self.reason = reason
        signedIn = false
    }

    /// A profile of a file whose definition cannot be read.
    init(_ incomplete: ProfileFile.IncompleteProfile) {
        (outcome, profile, reason) = (.skipped, incomplete.name, incomplete.reason)
        (username, tenantId, clientId, signedIn) = ("", "", "", false)
    }

    static let columns: [TableColumn] = [
        "OUTCOME", TableColumn("PROFILE", minimumWidth: 20),
        TableColumn("USERNAME", minimumWidth: 16, isExpendable: true), TableColumn("TENANT", dropOrder: 2),
        TableColumn("CLIENT", dropOrder: 1), TableColumn("REASON", minimumWidth: 24, shortest: 16, wraps: true),
    ]

    var cells: [String] { [outcome.rawValue, profile, username, tenantId, clientId, reason] }
}

extension ImportRow {
    /// The most profiles that one message names.
    private static let mostNamed = 20

    /// The commands that remain to be run for profiles that have no tokens yet: one for all people, and one for each app,
    /// which signs in with a credential of its own.
    static func signInRemarks(people: [String], apps: [Profile] = []) -> [Remark] {
        var remarks: [Remark] = []
        switch people.count {
        case 0: break
        case ...mostNamed:
            remarks.append(
                Remark("To finish, sign in:", command: SuggestedCommand(words: ["acct", "sign-in"] + people)))
        default:
            remarks.append(
                Remark(
                    "To finish, sign in to \(people.count) profiles, which acct list shows:",
                    command: "acct sign-in --all"))
        }
        for app in apps.prefix(mostNamed) {
            remarks.append(
                Remark(
                    "\(app.name) is an app. To sign it in with its credential:", command: .signIn(toSignedOut: app),
                    naming: app.name))
        }
        if apps.count > mostNamed {
            remarks.append(Remark("\(apps.count - mostNamed) more apps need their credentials, too."))
        }
        return remarks
    }
}
