import AccountProfiles
import AuthCore
import MicrosoftGraph

extension Failure {
    /// A request that neither list has.
    ///
    /// - Parameters:
    ///   - request: method and path.
    ///   - remark: a sentence on what it depends on, where that is known.
    init(unknown request: String, remark: String?, hasImported: Bool) {
        if let remark {
            self.init(.failed, "Which scopes \(request) takes cannot be told from its path. \(remark)")
        } else if hasImported {
            self.init(
                .failed,
                "Nothing is known of \(request): the imported list does not have it either. It can exist all the same.")
        } else {
            self.init(
                .failed,
                "Nothing is known of \(request); it can exist all the same. Microsoft's list has more requests, in "
                    + "github.com/microsoftgraph/microsoft-graph-devx-content:",
                command: "acct scopes --import permissions.json")
        }
    }

    /// The same refusal by Graph, with its cause where that is known: a scope is missing, or it is not the scopes.
    ///
    /// - Parameter held: the scopes of the token that was refused; nothing for an app, whose token has roles instead.
    func explained(by required: RequiredPermissions, _ profile: Profile, held: Scopes) -> Failure {
        guard let scheme = PermissionScheme(profile.kind), let cause = Refusal(required, scheme, profile, held) else {
            return self
        }
        let method = required.method == "GET" ? "" : "-X \(required.method) "
        var failure = self
        failure.message += (message.hasSuffix(".") ? " " : ". ") + cause.sentence
        failure.message += " Details: acct scopes \(method)\(required.template.asShellWord)"
        failure.command = cause.missing.map { Failure.consentLine(for: $0, of: profile.name) }
        return failure
    }
}

/// Why Graph refuses somebody who is signed in.
private struct Refusal {
    let sentence: String
    /// What to ask for; nil when that would not help.
    private(set) var missing: Scopes?

    /// Nil when the lists do not tell.
    init?(_ required: RequiredPermissions, _ scheme: PermissionScheme, _ profile: Profile, _ held: Scopes) {
        let request = "\(required.method) \(required.template)"
        switch required[scheme] {
        case .unknown: return nil
        case .notServed: sentence = Refusal.notServed(request, scheme)
        case .anyOf(let options):
            guard let least = options.first else { return nil }
            let names = least.request.joined(separator: " and ")
            if scheme == .application {
                sentence = "It takes the application permission \(names), which an administrator grants to the app."
                return
            }
            guard let isEnough = required.isSatisfied(by: held.names, for: scheme) else { return nil }
            guard !isEnough else {
                sentence = Refusal.right(request, profile)
                return
            }
            let hint = least.mayNeedAdministrator ? ", which may need an administrator" : ""
            sentence = "The token has no scope for it; it takes \(names)\(hint)."
            missing = Scopes(least.request)
        }
    }

    private static func right(_ request: String, _ profile: Profile) -> String {
        let others =
            request.contains(" /users/{id}/")
            ? " What is another person's can also take the scope that ends in .Shared or .All." : ""
        return
            "Scopes are not the cause: the token has what \(request) takes. \(profile.username) lacks the right, a role "
            + "or a licence for it, or a policy forbids it." + others
    }

    private static func notServed(_ request: String, _ scheme: PermissionScheme) -> String {
        switch scheme {
        case .delegatedPersonal:
            "Graph does not offer \(request) to personal accounts; name a work profile with --profile."
        case .delegatedWork: "Graph offers \(request) to apps or personal accounts alone."
        case .application: "Graph does not offer \(request) to apps; name a person's profile with --profile."
        }
    }
}

extension Failure {
    /// A permission that nobody has agreed to yet; the next command asks for it.
    ///
    /// Nil for errors that are about something else.
    init?(consentMissingIn error: AuthError, of profile: ProfileName) {
        switch error {
        case .scopesDeclined(let scopes):
            self.init(
                .signInRequired, "The server did not grant \(scopes.spaceSeparated). To ask for it:",
                command: Failure.consentLine(for: scopes, of: profile))
        case .noScopeForAccessToken(let clientID):
            self.init(
                .signInRequired, "\(Failure.noScopeForAccessToken) Ask for one:",
                command: Failure.consentLine(for: [clientID], of: profile))
        case .interactionRequired(let details):
            guard case .server(let error) = details.reason, error.isConsentMissing else { return nil }
            self.init(
                .signInRequired,
                error.needsAdministrator
                    ? "An administrator has to agree to \(details.scopes.spaceSeparated) first (\(error.phrase))."
                    : "Nobody has agreed to \(details.scopes.spaceSeparated) yet (\(error.phrase)).",
                command: Failure.consentLine(for: details.scopes, of: profile)
                    + (error.needsAdministrator ? " --admin" : ""))
        default: return nil
        }
    }

    /// A sign-in that ended because only an administrator can agree.
    ///
    /// - Parameter command: what an administrator types.
    init?(administratorNeededIn error: AuthError, command: String) {
        switch error {
        case .refused(let error) where error.needsAdministrator, .declined(let error) where error.needsAdministrator:
            self.init(
                .failed,
                "An administrator has to agree to these permissions first (\(error.phrase)). Nothing was stored. "
                    + "An administrator can open the page that this prints with --print:", command: command)
        default: return nil
        }
    }

    static let noScopeForAccessToken =
        "The server gives access tokens for named scopes only, of which the application's own id is one."

    /// What to type to ask for these scopes.
    static func consentLine(for scopes: Scopes, of profile: ProfileName) -> String {
        (["acct consent \(profile.text.asShellWord)"] + scopes.names.map { "--scope \($0.asShellWord)" }).joined(
            separator: " ")
    }
}

extension OAuthError {
    fileprivate var phrase: String { summary ?? code }
}
