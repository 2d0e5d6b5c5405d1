/// The account picker: likely accounts first, the others behind "Use another account".
struct AccountPickerPage {
    let signIn: PendingSignIn
    /// The accounts with a session in this browser, and those that match the hints.
    let likely: [TenantIdentity]
    let others: [TenantIdentity]
    let isSignedIn: (TenantIdentity) -> Bool

    func response() -> HTTPServerResponse {
        let content: HTML = """
            <h1>\(likely.isEmpty ? "Sign in" : "Pick an account")</h1>
            <p class="soft">to continue to \(signIn.application.name)</p>
            \(hint)<form method="post" action="/login" id="accounts">
            <input type="hidden" name="request" value="\(signIn.id)">
            \(list)
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            </div>
            </form>
            """
        return HTMLPage(title: "Sign in to your account", content: content).response()
    }

    /// Entra forwards to the sign-in page of the domain in `domain_hint`. The sandbox only shows the domain.
    private var hint: HTML {
        signIn.hints.domainHint.map { "<p class=\"soft\" id=\"hint\">Straight to \($0)</p>\n" } ?? ""
    }

    private var list: HTML {
        if likely.isEmpty { return others.isEmpty ? noAccounts : accounts(others) }
        guard !others.isEmpty else { return accounts(likely) }
        return """
            \(accounts(likely))
            <details id="others">
            <summary>Use another account</summary>
            \(accounts(others))
            </details>
            """
    }

    private var noAccounts: HTML {
        "<p class=\"error\" id=\"message\">No account can sign in here.</p>"
    }

    private func accounts(_ identities: [TenantIdentity]) -> HTML {
        "<ul class=\"plain\">\n\(identities.map(item))</ul>"
    }

    private func item(_ identity: TenantIdentity) -> HTML {
        let account = identity.account
        let value = "\(account.username):\(account.homeAccountID)"
        let details = (isSignedIn(identity) ? "Signed in · " : "") + Self.description(of: identity)
        return """
            <li><button class="account" name="account" value="\(value)">
            <span>\(account.displayName)</span>
            <span>\(account.username)</span>
            <small>\(details)</small>
            </button></li>

            """
    }

    private static func description(of identity: TenantIdentity) -> String {
        if identity.account.isPersonal { return "Personal account" }
        if identity.isGuest { return "Guest from \(identity.account.home.displayName)" }
        return "Work or school account, \(identity.tenant.displayName)"
    }
}
