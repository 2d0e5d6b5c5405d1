/// The consent page of a user: the permissions without consent.
struct ConsentPage {
    let signIn: PendingSignIn
    let identity: TenantIdentity
    let permissions: [DelegatedPermission]
    let openID: [String]

    func response() -> HTTPServerResponse {
        let content: HTML = """
            <h1>Permissions requested</h1>
            <p><strong>\(signIn.application.name)</strong> would like to do this as
            <span id="username">\(identity.account.username)</span>:</p>
            <form method="post" action="/login" id="consent">
            <input type="hidden" name="request" value="\(signIn.id)">
            <ul class="scopes">
            \(permissions.map { item($0.consentText, name: $0.name) })\(openID.map { item(Self.words(for: $0), name: $0) })</ul>
            <p class="soft">You can take this back at any time.</p>
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            <button class="primary" name="answer" value="accept" id="accept">Accept</button>
            </div>
            </form>
            """
        return HTMLPage(title: "Permissions requested", content: content).response()
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

/// The admin consent page: all permissions of the application, for the whole tenant.
struct AdminConsentPage {
    let signIn: PendingSignIn
    let identity: TenantIdentity

    func response() -> HTTPServerResponse {
        let content: HTML = """
            <h1>Permissions requested for your organization</h1>
            <p><strong>\(signIn.application.name)</strong> asks <span id="username">\(identity.account.username)</span>
            to allow this for everybody in \(identity.tenant.displayName):</p>
            <form method="post" action="/login" id="consent">
            <input type="hidden" name="request" value="\(signIn.id)">
            <ul class="scopes">
            \(permissions.map { permission -> HTML in "<li>\(permission.consentText)<br><code>\(permission.name)</code></li>\n" })</ul>
            <div class="buttons">
            <button name="answer" value="cancel" id="cancel">Cancel</button>
            <button class="primary" name="answer" value="accept" id="accept">Accept</button>
            </div>
            </form>
            """
        return HTMLPage(title: "Permissions requested", content: content).response()
    }

    private var permissions: [DelegatedPermission] {
        signIn.scopes.groups.flatMap { group in
            (group.permissions + (group.requestsDefault ? group.resource.defaults : []))
                .compactMap { group.resource.permission(named: $0) }
        }
    }
}
