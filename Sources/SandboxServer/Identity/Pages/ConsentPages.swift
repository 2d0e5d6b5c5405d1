/// Asks an account's owner for what an application has not been granted yet, in words.
struct ConsentPage {
    let interaction: Interaction
    let identity: Identity
    let permissions: [Permission]
    let openID: [String]

    func response() -> Response {
        let content: HTML = """
            <h1>Permissions requested</h1>
            <p><strong>\(interaction.application.name)</strong> would like to do this as
            <span id="username">\(identity.account.username)</span>:</p>
            <form method="post" action="/login" id="consent">
            <input type="hidden" name="request" value="\(interaction.id)">
            <ul class="scopes">
            \(permissions.map { item($0.words, name: $0.name) })\(openID.map { item(Self.words(for: $0), name: $0) })</ul>
            <p class="soft">You can take this back at any time.</p>
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            <button class="primary" name="answer" value="accept" id="accept">Accept</button>
            </div>
            </form>
            """
        return Page(title: "Permissions requested", content: content).response()
    }

    private func item(_ words: String, name: String) -> HTML {
        "<li>\(words)<br><code>\(name)</code></li>\n"
    }

    private static func words(for scope: String) -> String {
        switch scope {
        case "openid": "Sign you in"
        case "profile": "See your name and username"
        case "email": "See your email address"
        default: "Keep this access while you are away"
        }
    }
}

/// Asks an administrator to grant an application its permissions for everybody.
struct AdminConsentPage {
    private let interaction: Interaction
    private let identity: Identity

    init(_ interaction: Interaction, _ identity: Identity) {
        self.interaction = interaction
        self.identity = identity
    }

    func response() -> Response {
        let content: HTML = """
            <h1>Permissions requested for your organization</h1>
            <p><strong>\(interaction.application.name)</strong> asks <span id="username">\(identity.account.username)</span>
            to allow this for everybody in \(identity.tenant.displayName):</p>
            <form method="post" action="/login" id="consent">
            <input type="hidden" name="request" value="\(interaction.id)">
            <ul class="scopes">
            \(permissions.map { permission -> HTML in "<li>\(permission.words)<br><code>\(permission.name)</code></li>\n" })</ul>
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            <button class="primary" name="answer" value="accept" id="accept">Accept</button>
            </div>
            </form>
            """
        return Page(title: "Permissions requested", content: content).response()
    }

    private var permissions: [Permission] {
        interaction.scopes.groups.flatMap { group in
            (group.permissions + (group.asksForDefault ? group.resource.defaults : []))
                .compactMap { group.resource.permission(named: $0) }
        }
    }
}
