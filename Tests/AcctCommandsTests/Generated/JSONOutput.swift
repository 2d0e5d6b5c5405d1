/// What `--json` prints, for the manual pages. End-to-end tests compare the fields with those that are printed.
struct JSONOutput {
    let shape: String
    let fields: [(name: String, meaning: String)]

    /// By the words after `acct`.
    static let documented: [String: JSONOutput] = [
        "add": JSONOutput(shape: "The profile that was added, as one object.", fields: profile),
        "bind": JSONOutput(
            shape: "The binding that was made, as one object; without a name, an array of all bindings.",
            fields: [
                ("directory", "The directory, with symbolic links resolved."), ("profile", "The name of the profile."),
                ("exists", "Whether the directory exists."),
            ]),
        "consent": JSONOutput(
            shape: """
                The profile with its new scopes, as one object. With --admin the fields are tenantId and scopes instead, \
                and with --print as well only url, the address of the page.
                """, fields: profile),
        "current": JSONOutput(
            shape: "One object.",
            fields: [
                ("profile", "The name of the profile."), ("username", "Its username."), step, reason,
            ]),
        "export": JSONOutput(
            shape: "An array with one object for each profile. Nothing in it is a secret.",
            fields: [
                profile[0], ("kind", "work, personal, app or oidc."), ("authority", "The address of the authority."),
                ("tenantId", "The id of the tenant."), ("clientId", "The id of the app registration."),
                ("mode", "read-write or read-only."), ("graph", "The address of its Graph; left out without one."),
                ("username", "The username; left out without one."),
                ("scopes", "The scopes that it requests by default."),
            ]),
        "import azure-cli": imported,
        "import msal": imported,
        "list": JSONOutput(shape: "An array with one object for each profile.", fields: profile),
        "rule add": JSONOutput(shape: "The rule, as one object.", fields: rule),
        "rule list": JSONOutput(shape: "An array with one object for each rule.", fields: rule),
        "scopes": JSONOutput(
            shape: """
                One object. With --import its fields are requests and permissions instead, the numbers of those that were \
                imported.
                """,
            fields: [
                ("method", "The method of the request."), ("path", "The path as it was typed."),
                ("template", "The path with placeholders for ids."),
                (
                    "work",
                    """
                    What the request needs with a work account: supported, least (the least privileged scope, or null), \
                    scopes (each is enough), alsoRequires and mayNeedAdministrator. Null where nothing is known.
                    """
                ),
                ("personal", "The same for personal accounts."), ("application", "The same for apps."),
                ("source", "built-in or imported."),
            ]),
        "sign-in": JSONOutput(shape: "The profile, as one object.", fields: profile),
        "sign-out": JSONOutput(
            shape: "One object; with --all an array with one for each account.",
            fields: [
                ("account", "The home account id."), ("profiles", "The names of the profiles that use the account."),
                ("removed", "The numbers of removed tokens: accessTokens, refreshTokens and idTokens."),
                ("revoked", "Whether the server confirmed that it ended the sessions."),
                ("remaining", "What remains after the sign-out, in words."),
            ]),
        "store repair": JSONOutput(
            shape: "One object.",
            fields: [
                ("setAside", "The folder with the damaged files; left out where there was no damage."),
                ("profiles", "The names of the profiles that were saved."),
                ("signedOut", "The names of those that have to sign in again."),
            ]),
        "token": JSONOutput(
            shape: "One object.",
            fields: [
                ("accessToken", "The token."), ("expiresOn", "The end of its validity, in seconds since 1970."),
                ("tokenType", "Bearer."), ("scopes", "The scopes that the token has."),
                ("tenantId", "The id of the tenant that issued it."), ("username", "The username of the profile."),
                ("profile", "The name of the profile."),
            ]),
        "why": JSONOutput(
            shape: "One object.",
            fields: [
                ("profile", "The name of the chosen profile; null where none was chosen."), step, reason,
                ("action", "The method and the path of the request. The path is null without a request."),
                ("asksFirst", "Whether the action is a write that is asked about first, and refused in a script."),
                (
                    "candidates",
                    """
                    Every profile, each with profile, outcome (chosen, passedOver or ruledOut) and reason.
                    """
                ),
            ]),
    ]

    private static let profile = [
        ("name", "The name of the profile."), ("current", "Whether it is the current profile."),
        ("username", "The username."), ("displayName", "The name of the person or app."),
        ("homeAccountId", "The id of the account, the same in every tenant."), ("tenantId", "The id of the tenant."),
        ("kind", "work, personal, app or oidc."), ("clientId", "The id of the app registration."),
        ("authority", "The address of the authority."), ("graph", "The address of its Graph, or null."),
        ("mode", "read-write or read-only."), ("scopes", "The scopes that it requests by default."),
        ("state", "signedIn, signInRequired or signedOut."),
        ("accessTokenExpiresOn", "The end of the cached token's validity, in seconds since 1970, or null."),
        ("lastUsed", "The time of its last use, in seconds since 1970, or null."),
    ]

    private static let rule = [
        ("number", "The number of the rule."), ("pattern", "Its pattern."), ("profile", "The name of its profile."),
    ]

    private static let imported = JSONOutput(
        shape: "An array with one object for each profile.",
        fields: [
            ("outcome", "added, updated or unchanged."), ("profile", "The name of the profile."),
            ("username", "The username."), ("tenantId", "The id of the tenant."),
            ("clientId", "The id of the app registration."), ("reason", "The reason for the outcome, in words."),
            ("signedIn", "Whether the profile can get tokens without a sign-in."),
        ])

    private static let step = (
        "step", "The step that decided: flag, environment, binding, rule, inference, current, only or picker."
    )
    private static let reason = ("reason", "The reason, in words.")
}

/// A file that commands use, for the manual pages.
struct UsedFile {
    let path: String
    let meaning: String
    /// The names of the pages that list it.
    let pages: [String]

    static let documented = [
        UsedFile(
            path: "~/.local/share/acct",
            meaning:
                "The folder of the store, which only its owner may enter. See acct-environment(7) for other places.",
            pages: ["acct", "acct-store", "acct-store-repair"]),
        UsedFile(
            path: "~/.local/share/acct/acct.sqlite",
            meaning: "Profiles, bindings, rules and tokens. Each token and secret is encrypted.",
            pages: ["acct", "acct-store", "acct-store-repair"]),
        UsedFile(
            path: "~/.local/share/acct/key", meaning: "The key that encrypts them.",
            pages: ["acct", "acct-store", "acct-store-repair"]),
        UsedFile(
            path: "~/.local/share/acct/damaged-1",
            meaning: "The files that the first repair set aside; those of the next are in damaged-2.",
            pages: ["acct-store-repair"]),
        UsedFile(
            path: ".acct",
            meaning: "The profile or tenant for this directory and those below, once its content is allowed.",
            pages: ["acct", "acct-allow", "acct-bind"]),
        UsedFile(
            path: "~/.azure/msal_token_cache.json", meaning: "The accounts of the Azure CLI. It is only read.",
            pages: ["acct-import-azure-cli"]),
    ]
}
