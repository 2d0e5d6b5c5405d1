import AccountProfiles
import AuthCore
import HTTPTransport

/// The client id and the credential of a sign-in.
extension Failure {
    /// - Parameter retryCommand: the command as it was typed.
    static func unknownClientID(retryCommand: SuggestedCommand) -> Failure {
        Failure(
            .usage,
            "No client id is known. Register an app, as acct help add says, and give its id with --client-id, or in "
                + "ACCT_CLIENT_ID.",
            command: retryCommand.adding("--client-id", "ID"))
    }

    static func noClientIDGiven(retryCommand: SuggestedCommand) -> Failure {
        Failure(.cancelled, "No client id was given.", command: retryCommand.adding("--client-id", "ID"))
    }

    static func appNotNamed(retryCommand: SuggestedCommand) -> Failure {
        Failure(
            .usage, "No app is named. Give its application id with --client-id, or in ACCT_CLIENT_ID.",
            command: retryCommand.adding("--client-id", "ID"))
    }

    /// - Parameters:
    ///   - profiles: those of several whose sign-in has failed, each with an error of its own.
    ///   - kind: that of the last of these errors.
    static func notSignedIn(_ profiles: [ProfileName], of count: Int, kind: Kind) -> Failure {
        Failure(
            kind, "\(profiles.count) of \(count) profiles are not signed in.",
            command: SuggestedCommand(words: ["acct", "sign-in"] + profiles.map(\.text)))
    }

    static let clientIDOfManagedIdentity = Failure(
        .usage, "A managed identity is named with --identity: remove --client-id.")

    static let noSecret = Failure(
        .usage, "No secret on stdin: pipe it in as one line, or type it when prompted.")

    static func secretPromptForbidden(by setting: NoInputSetting) -> Failure {
        Failure(.usage, "\(setting.rawValue) forbids prompting for the secret: pipe it in on stdin, as one line.")
    }

    static let secretPromptUnseen = Failure(
        .usage, "stderr is not a terminal, so acct cannot prompt for the secret: pipe it in on stdin, as one line.")

    static let secretNotHidden = Failure(
        .failed, "The terminal cannot hide the secret while it is typed: pipe it in on stdin instead.")

    static func invalidClientID(_ text: String, from source: String = "") -> Failure {
        Failure(
            .usage, "\(text.inQuotes)\(source) is not a client id. Give the application id of your app registration.")
    }

    static func clientIDNotGUID(_ text: String, from source: String = "") -> Failure {
        Failure(
            .usage,
            "\(text.inQuotes)\(source) is not a client id of the Microsoft identity platform, which is a GUID. Copy the Application (client) "
                + "ID from the overview of your app registration.")
    }

    static func invalidTenant(_ text: String) -> Failure {
        Failure(
            .usage,
            "\"\(text)\" is not a tenant: give a domain such as contoso.com, a GUID, organizations, consumers or common."
        )
    }

    static func invalidGraphEndpoint(_ url: String) -> Failure {
        Failure(.usage, "\"\(url)\" is not a Graph endpoint: it must be https://HOST without a path.")
    }
}

/// The resource of the tokens.
extension Failure {
    static let resourceOfScopes = Failure(
        .usage,
        "The Microsoft identity platform names the resource by its scopes: instead of --resource and --audience, give "
            + "--scope URI/.default.")

    static let emptyScope = Failure(
        .usage, "--scope is empty. Give a permission, such as --scope Mail.Read.", command: "acct token --help")

    static func notAResource(_ text: String) -> Failure {
        Failure(
            .usage, "\"\(text)\" is not a resource. Give its URI, such as https://vault.azure.net, or its app id.",
            command: "acct token --help")
    }

    /// A profile of an issuer whose tokens are for the resource of the sign-in.
    static func otherResource(_ resource: String, than profile: Profile) -> Failure {
        Failure(
            .usage,
            "\(profile.name) gets tokens for what it was added for: its issuer does not name the resource by a scope.",
            leadIn: "Add a profile for the other resource:",
            command:
                "acct add NAME --issuer \(profile.authority.url) --client-id \(profile.clientID) --resource \(resource)",
            profile: profile.name.text)
    }
}

/// Options that a sign-in cannot follow.
extension Failure {
    /// - Parameters:
    ///   - setting: the one that forbids it.
    ///   - retryCommand: the command that signs in.
    static func signInForbidden(by setting: NoInputSetting, retryCommand: SuggestedCommand) -> Failure {
        Failure(.signInRequired, "\(setting.rawValue) forbids signing in.", command: retryCommand.without(setting))
    }

    static let signInNotKept = Failure(.cancelled, "Nothing was stored.")

    /// - Parameter retryCommand: the command that signs in, with `--username`.
    /// - Parameter other: what to do to sign in as the other account.
    static func otherUsername(
        _ received: String, than username: String, orElse advice: String, retryCommand: SuggestedCommand
    ) -> Failure {
        Failure(
            .failed,
            "\(received.inSentence) signed in, not \(username). Nothing was stored. Choose the right account in the browser, or "
                + "\(advice).",
            command: retryCommand)
    }

    /// A profile without an account, which its first sign-in decides.
    static func neverSignedIn(_ profile: ProfileName, command: SuggestedCommand) -> Failure {
        Failure(.signInRequired, "\(profile) was never signed in.", command: command, profile: profile.text)
    }

    static func domainHintUnsupported(by authority: String) -> Failure {
        Failure(.usage, "\(authority) does not support domain hints: remove --domain-hint.")
    }

    static func noOtherTenant(of profile: ProfileName) -> Failure {
        Failure(.usage, "Profile \(profile) cannot be used in another tenant: its issuer has no tenants.")
    }

    /// A tenant that the account of a profile cannot be in.
    ///
    /// - Parameter retryCommand: the command for another tenant.
    static func wrongTenant(
        _ tenant: String, for profile: Profile, retryCommand: (_ tenant: String) -> SuggestedCommand
    ) -> Failure {
        let account = profile.nameAndUsername
        return switch profile.kind {
        case .personal:
            Failure(
                .usage,
                "\(account) is a personal account, and \"\(tenant)\" stands for work accounts only. Nothing was sent.",
                leadIn: "Name a tenant that has invited the account:",
                command: retryCommand("contoso.com"))
        case .app:
            Failure(
                .usage,
                "\(account) is an app, which has no account of a person. Nothing was sent.",
                leadIn: "Add the app in the other tenant:",
                command: retryCommand(tenant))
        case .work, .oidc:
            Failure(
                .usage,
                "\(account) is a work account, and \"\(tenant)\" is the tenant of personal accounts. Nothing was sent.",
                leadIn: "To add a personal account:",
                command: retryCommand("consumers"))
        }
    }

    static func belongsToApp(_ profile: ProfileName) -> Failure {
        Failure(
            .usage,
            "Profile \(profile) belongs to an app, which signs in without a user: remove --device-code, --paste, "
                + "--browser, --domain-hint, --prompt and --redirect-uri.",
            profile: profile.text)
    }

    static func belongsToUser(_ profile: ProfileName) -> Failure {
        Failure(
            .usage, "Profile \(profile) belongs to a user. Add the app as a separate profile, with acct add.",
            profile: profile.text)
    }

    static func credentialOfAnotherApp(_ credential: ApplicationCredential, for profile: Profile) -> Failure {
        Failure(
            .usage,
            "Profile \(profile.name) belongs to the app \(profile.username), and "
                + "\(SuggestedCommand(words: credential.optionWords)) to another. Nothing was stored; add that app as a separate profile, with acct add.",
            profile: profile.name.text)
    }
}

/// Signing in to a profile again.
extension Failure {
    /// An account that has the username of the profile's account, and is not that one; nil for other errors.
    init?(recreatedAccountOf profile: Profile, in error: any Error) {
        guard case .wrongAccount(_, let received)? = error as? AuthError,
            received.equalsIgnoringASCIICase(profile.username)
        else { return nil }
        let name = profile.name
        self.init(
            .failed,
            "\(profile.usernameOrName) is now another account of the same name: it was created anew, or it is a personal one "
                + "instead of a work one. Nothing was stored.",
            leadIn: "To give the name \(profile.name) to the new account, without its rules and directories:",
            command: SuggestedCommand("acct remove \(name) && acct add \(name)").adding(profile.addOptions),
            profile: profile.name.text)
    }
}

/// Signing out.
extension Failure {
    static func noSignOutPage(of username: String) -> Failure {
        Failure(.failed, "No profile uses \(username), so its sign-out page is not known.")
    }

    static func noSignOutPage(of username: String, at authority: String) -> Failure {
        Failure(.failed, "\(authority) names no sign-out page. Sign \(username) out in the browser itself.")
    }

    /// - Parameter profiles: the profiles whose accounts have the username.
    static func ambiguousUsername(_ username: String, profiles: [ProfileName]) -> Failure {
        let names = profiles.map(\.text).joined(separator: ", ")
        return Failure(
            .ambiguous, "Several accounts have the username \(username). Name the profile instead: \(names).",
            command: "acct sign-out NAME")
    }

    /// The name of the profile is the username of another account.
    static func nameIsUsername(_ profile: Profile) -> Failure {
        Failure(
            .ambiguous,
            "\(profile.name) is the name of a profile, whose account is \(profile.username), and the username of another "
                + "account. Name a profile of the account that you mean.", leadIn: "For this profile:",
            command: "acct sign-out -p \(profile.name)", profile: profile.name.text)
    }
}

/// The reasons why the server cannot be asked to end an account's sessions, or has not ended them. Each is the end of a
/// sentence, after a colon.
extension Failure {
    static let revocationOfPersonalAccount = Failure(
        .failed,
        "there is no API for personal accounts. To sign out everywhere, go to https://account.microsoft.com.")

    static let revocationOfApp = Failure(
        .failed,
        "an app has no sessions. To keep it out, remove its secret or certificate from the app registration.")

    static let revocationWithoutProfile = Failure(
        .failed, "no profile uses the account, so its server and client id are not known.")

    static let revocationUnsupported = Failure(.failed, "its server does not support that.")

    static let revocationWithoutToken = Failure(
        .failed, "no refresh token is stored that the server could revoke.")
}

extension Profile {
    /// The options of `acct add` that make a profile like this one.
    fileprivate var addOptions: [String] {
        let cloud = Cloud(of: self)
        let isIssuer = authority.kind == .oidc
        return [String](options: [
            "--client-id": clientID,
            "--issuer": isIssuer ? authority.url : nil,
            "--cloud": cloud == .global ? nil : cloud?.rawValue,
            "--tenant": cloud == nil ? nil : tenantID,
            "--authority": isIssuer || cloud != nil ? nil : authority.url,
            "--graph": cloud == nil ? graph : nil,
            "--username": username,
        ]) + scopes.names.flatMap { ["--scope", $0] } + (mode == .readOnly ? ["--read-only"] : [])
    }
}
