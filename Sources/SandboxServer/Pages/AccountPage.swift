/// The list of accounts that may sign in: those this browser knows first, the others behind one more step.
struct AccountPage {
    let interaction: Interaction
    let signedIn: [Identity]
    let others: [Identity]

    func response() -> Response {
        let content: HTML = """
            <h1>\(signedIn.isEmpty ? "Sign in" : "Pick an account")</h1>
            <p class="soft">to continue to \(interaction.application.name)</p>
            <form method="post" action="/login" id="accounts">
            <input type="hidden" name="request" value="\(interaction.id)">
            \(list)
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            </div>
            </form>
            """
        return Page(title: "Sign in to your account", content: content).response()
    }

    private var list: HTML {
        if signedIn.isEmpty { return others.isEmpty ? nobody : accounts(others, note: nil) }
        guard !others.isEmpty else { return accounts(signedIn, note: "Signed in") }
        return """
            \(accounts(signedIn, note: "Signed in"))
            <details id="others">
            <summary>Use another account</summary>
            \(accounts(others, note: nil))
            </details>
            """
    }

    private var nobody: HTML {
        "<p class=\"error\" id=\"message\">No account can sign in here.</p>"
    }

    private func accounts(_ identities: [Identity], note: String?) -> HTML {
        "<ul class=\"plain\">\n\(identities.map { item($0, note: note) })</ul>"
    }

    private func item(_ identity: Identity, note: String?) -> HTML {
        let account = identity.account
        let value = "\(account.username):\(account.homeAccountID)"
        let details = [note, Self.description(of: identity)].compactMap { $0 }.joined(separator: " · ")
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
