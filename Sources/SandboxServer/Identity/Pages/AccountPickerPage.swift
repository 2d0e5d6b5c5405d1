/// The list of accounts that may sign in: the likely ones first, the others behind one more step.
struct AccountPage {
    let interaction: Interaction
    /// Those that this browser knows or that the request hints at.
    let likely: [Identity]
    let others: [Identity]
    let isSignedIn: (Identity) -> Bool

    func response() -> Response {
        let content: HTML = """
            <h1>\(likely.isEmpty ? "Sign in" : "Pick an account")</h1>
            <p class="soft">to continue to \(interaction.application.name)</p>
            \(hint)<form method="post" action="/login" id="accounts">
            <input type="hidden" name="request" value="\(interaction.id)">
            \(list)
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            </div>
            </form>
            """
        return Page(title: "Sign in to your account", content: content).response()
    }

    /// The page that the app wants people to see at once, which only exists in the world.
    private var hint: HTML {
        interaction.hints.domainHint.map { "<p class=\"soft\" id=\"hint\">Straight to \($0)</p>\n" } ?? ""
    }

    private var list: HTML {
        if likely.isEmpty { return others.isEmpty ? nobody : accounts(others) }
        guard !others.isEmpty else { return accounts(likely) }
        return """
            \(accounts(likely))
            <details id="others">
            <summary>Use another account</summary>
            \(accounts(others))
            </details>
            """
    }

    private var nobody: HTML {
        "<p class=\"error\" id=\"message\">No account can sign in here.</p>"
    }

    private func accounts(_ identities: [Identity]) -> HTML {
        "<ul class=\"plain\">\n\(identities.map(item))</ul>"
    }

    private func item(_ identity: Identity) -> HTML {
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

    private static func description(of identity: Identity) -> String {
        if identity.account.isPersonal { return "Personal account" }
        if identity.isGuest { return "Guest from \(identity.account.home.displayName)" }
        return "Work or school account, \(identity.tenant.displayName)"
    }
}
