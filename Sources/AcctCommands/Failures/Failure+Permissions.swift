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
        var failure = self
        let request = "\(required.method) \(required.template)"
        let more =
            " Details: acct scopes\(required.method == "GET" ? "" : " -X \(required.method)") "
            + "\(required.template.asShellWord)"
        func add(_ sentence: String) { failure.message += (message.hasSuffix(".") ? " " : ". ") + sentence + more }

        guard let scheme = PermissionScheme(profile.kind) else { return self }
        switch (required[scheme], required.isSatisfied(by: held.names, for: scheme)) {
        case (.unknown, _): return self
        case (.notServed, _): add(notServed(request, scheme))
        case (let requirement, _) where scheme == .application:
            let names = requirement.least?.request.joined(separator: " and ") ?? ""
            add("It takes the application permission \(names), which an administrator grants to the app.")
        case (_, true?):
            add(
                "Scopes are not the cause: the token has what \(request) takes. \(profile.username) lacks the right, "
                    + "a role or a licence for it, or a policy forbids it.")
        case (let requirement, false?):
            guard let least = requirement.least else { return self }
            let hint = least.mayNeedAdministrator ? ", which may need an administrator" : ""
            add("The token has no scope for it; it takes \(least.request.joined(separator: " and "))\(hint).")
            failure.command = Failure.consentLine(for: Scopes(least.request), of: profile.name)
        case (_, nil): return self
        }
        return failure
    }

    private func notServed(_ request: String, _ scheme: PermissionScheme) -> String {
        switch scheme {
        case .delegatedPersonal:
            "Graph does not offer \(request) to personal accounts; name a work profile with --profile."
        case .delegatedWork: "Graph offers \(request) to apps or personal accounts alone."
        case .application: "Graph does not offer \(request) to apps; name a person's profile with --profile."
        }
    }
}
