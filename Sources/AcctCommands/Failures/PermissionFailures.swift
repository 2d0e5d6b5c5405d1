import AccountProfiles
import AuthCore
import MicrosoftGraph

/// Consent: permissions that a person or an administrator has not granted to the app.
extension Failure {
    init(consentMissing scopes: Scopes, _ error: OAuthError, of profile: ProfileName) {
        let command = SuggestedCommand.consent(to: scopes, of: profile)
        if error.needsAdministrator {
            self.init(
                .signInRequired, "\(scopes.spaceSeparated) needs the consent of an administrator.",
                command: command.adding("--admin"))
        } else {
            self.init(
                .signInRequired, "\(profile) has not consented to \(scopes.spaceSeparated).", command: command)
        }
    }

    /// A sign-in that ended because only an administrator can consent; nil for other errors.
    ///
    /// - Parameter adminConsentCommand: the command for an administrator.
    init?(administratorNeededIn error: AuthError, adminConsentCommand: SuggestedCommand) {
        guard error.serverError?.needsAdministrator == true else { return nil }
        self.init(
            .failed,
            "These permissions need the consent of an administrator. Nothing was stored.",
            leadIn: "To print the page for an administrator, add --print:", command: adminConsentCommand)
    }

    /// The page of an administrator's consent ended without it.
    ///
    /// - Parameters:
    ///   - retryCommand: the command to try again with.
    ///   - pageCommand: the command that prints the page.
    init(adminConsentRefused error: AuthError, retryCommand: SuggestedCommand, pageCommand: SuggestedCommand) {
        switch error {
        case .declined(let error):
            self.init(
                .cancelled, "The administrator did not consent\(error.summary.map { " (\($0))" } ?? "").",
                command: retryCommand)
        case .refused(let error) where error.needsAdministrator:
            self.init(
                .failed,
                "The user who signed in is not an administrator of the tenant (\(error.summary ?? error.code.inSentence)).",
                leadIn: "To print the page for an administrator:", command: pageCommand)
        case .redirect(.timedOut(let seconds)):
            self.init(.network, "No administrator consented within \(seconds) s.", command: retryCommand)
        case .browserUnavailable(let reason):
            self.init(.failed, reason, leadIn: "To print the page instead:", command: pageCommand)
        case .cannotListen(let reason):
            self.init(
                .failed, "The browser's redirect cannot be received: \(reason).", leadIn: "To print the page instead:",
                command: pageCommand)
        default: self.init(error, retryCommand: retryCommand)
        }
    }

    static func scopesDeclined(_ scopes: Scopes, of profile: ProfileName, retryCommand: SuggestedCommand) -> Failure {
        Failure(
            .cancelled, "Not granted: \(scopes.spaceSeparated). Profile \(profile) stays signed in with the others.",
            command: retryCommand, profile: profile.text)
    }

    /// - Parameters:
    ///   - resources: their URIs or app ids; empty for Microsoft Graph.
    ///   - commands: one for each.
    static func severalResources(_ resources: [String], commands: [SuggestedCommand]) -> Failure {
        let names = resources.map { $0.isEmpty ? "Microsoft Graph" : $0 }
        return Failure(
            .usage,
            "The scopes are for \(names.joined(separator: " and ")), and a token is for one resource. Name them in "
                + "separate commands.", command: .sequence(commands))
    }

    /// - Parameters:
    ///   - validity: of the newest token, in seconds.
    ///   - wanted: the value of `--min-validity`.
    static func validityTooShort(_ validity: Double, for wanted: TimeSpan, of profile: ProfileName) -> Failure {
        Failure(
            .failed,
            "A new token of \(profile) is valid for \(Int(validity)) s, less than the \(wanted.seconds) s of --min-validity. The "
                + "server decides how long tokens last: ask for less.", profile: profile.text)
    }

    static func noPermissions(of profile: ProfileName) -> Failure {
        Failure(.usage, "Profile \(profile) requests no permissions. Name one with --scope.")
    }

    static func adminConsentInOtherTenant(_ tenantID: String, for profile: Profile) -> Failure {
        Failure(
            .failed,
            "The administrator consented in another tenant (\(tenantID)) than that of \(profile.name) "
                + "(\(profile.tenantID)).", profile: profile.name.text)
    }

    static func readOnlyProfile(_ profile: ProfileName, scope: String) -> Failure {
        Failure(
            .policy,
            "Profile \(profile) is read-only, and \(scope) may allow changes. Nothing was requested; name a scope that "
                + "only reads, or a profile that may write.", command: "acct list", profile: profile.text)
    }
}

extension SuggestedCommand {
    /// Stores Microsoft's published list of permissions.
    static let importPermissions: SuggestedCommand =
        "curl -fsSL https://raw.githubusercontent.com/microsoftgraph/microsoft-graph-devx-content/HEAD/permissions/new/permissions.json | acct scopes --import -"
}

/// Which permissions a request needs.
extension Failure {
    /// A request that is neither in the built-in table nor in the imported list.
    ///
    /// - Parameters:
    ///   - request: method and path.
    ///   - remark: a sentence on what the scopes depend on, where that is known.
    init(unknown request: String, remark: String?, hasImported: Bool) {
        if let remark {
            self.init(.failed, "The scopes of \(request) depend on more than its path. \(remark)")
        } else if hasImported {
            self.init(
                .failed,
                "\(request) is neither in acct's permission table nor in the imported list. The request may still exist."
            )
        } else {
            self.init(
                .failed,
                "\(request) is not in acct's permission table; the request may still exist. Microsoft's list has more.",
                leadIn: "To import it:", command: .importPermissions)
        }
    }

    /// The same refusal by Graph with its cause, where that is known: a missing scope or a missing right.
    ///
    /// - Parameter held: the scopes of the token that was refused; empty for an app, whose token has roles instead.
    func explained(by required: RequiredPermissions, _ profile: Profile, held: Scopes) -> Failure {
        guard let scheme = PermissionScheme(profile.kind), let cause = Refusal(required, scheme, profile, held) else {
            return self
        }
        let method = required.method == "GET" ? [] : ["-X", required.method]
        var failure = self
        if !message.hasSuffix(".") { failure.message += "." }
        failure.remarks += [
            cause.remark,
            Remark("Details:", command: SuggestedCommand("acct scopes").adding(method + [required.template])),
        ]
        failure.remedy = cause.missing.map { Remedy(.consent(to: $0, of: profile.name)) }
        return failure
    }
}

/// The reason why Graph refuses a token that is valid.
private struct Refusal {
    let remark: Remark
    /// The scopes to ask for; nil when consent would not help.
    private(set) var missing: Scopes?

    /// Nil when the permission lists do not tell.
    init?(_ required: RequiredPermissions, _ scheme: PermissionScheme, _ profile: Profile, _ held: Scopes) {
        let request = "\(required.method) \(required.template)"
        switch required[scheme] {
        case .unknown: return nil
        case .notServed:
            remark = Remark(
                required.unsupported.contains(scheme)
                    ? Self.notServed(request, scheme) : Self.notListed(request, scheme))
        case .anyOf(let options):
            guard let least = options.first else { return nil }
            let names = least.scopesToRequest.joined(separator: " and ")
            if scheme == .application {
                remark = Remark(
                    "It needs the application permission \(names), which an administrator grants to the app. After a grant, "
                        + "get a new token:", command: "acct token -p \(profile.name) --force-refresh > /dev/null")
                return
            }
            guard let isEnough = required.isSatisfied(by: held.names, for: scheme) else { return nil }
            guard !isEnough else {
                remark = Remark(Self.missingRight(request, profile))
                return
            }
            let hint = least.mayNeedAdministrator ? ", which may need the consent of an administrator" : ""
            remark = Remark("The token lacks the scope \(names)\(hint).")
            missing = Scopes(least.scopesToRequest)
        }
    }

    private static func missingRight(_ request: String, _ profile: Profile) -> String {
        let others =
            request.contains(" /users/{id}/")
            ? " The data of another person can need a scope that ends in .Shared or .All." : ""
        return
            "The token has the scopes that \(request) needs. \(profile.usernameOrName) lacks a right, a role or a licence, "
            + "or a policy forbids the request." + others
    }

    /// The list lacks the kind for one method of the path, which can be a mistake of the list.
    private static func notListed(_ request: String, _ scheme: PermissionScheme) -> String {
        let kind =
            switch scheme {
            case .delegatedPersonal: "personal accounts"
            case .delegatedWork: "work accounts"
            case .application: "apps"
            }
        return "The permission list does not have \(request) for \(kind)."
    }

    private static func notServed(_ request: String, _ scheme: PermissionScheme) -> String {
        switch scheme {
        case .delegatedPersonal:
            "Graph does not offer \(request) to personal accounts; name a work profile with --profile."
        case .delegatedWork: "Graph offers \(request) only to apps or personal accounts."
        case .application: "Graph does not offer \(request) to apps; name a person's profile with --profile."
        }
    }
}
