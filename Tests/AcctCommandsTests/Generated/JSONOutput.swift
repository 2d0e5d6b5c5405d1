/// What `--json` prints, for the manual pages. End-to-end tests compare the fields with those that are printed.
struct JSONOutput {
    let shape: String
    let fields: [(name: String, meaning: String)]

    /// By the words after `acct`.
    static let documented: [String: JSONOutput] = [
        "add": JSONOutput(shape: "The profile that was added, as one object.", fields: profile),
        "allow": JSONOutput(
            shape: "One object.",
            fields: [
                ("file", "The .acct file."), ("allowed", "Whether it is allowed now."),
                ("profile", "The name of the profile that it chooses; null where it chooses none."),
            ]),
        "batch": JSONOutput(
            shape: """
                A line with one object for each request, with or without --json. Only --jq prints something else. With \
                --dry-run and --json, one object: profile, username, step, reason, caution, isWrite and asksFirst as of \
                acct graph --dry-run, and requests with the id, method and url of each.
                """,
            fields: [
                ("id", "The id of the request."), ("status", "The status of its response; null where none arrived."),
                ("headers", "The headers of the response."),
                ("body", "The body of the response, where it has one; the values are those that Graph sent."),
                (
                    "error",
                    """
                    Only where no response arrived, or not all pages that --follow wanted: kind and message.
                    """
                ),
            ]),
        "bind": JSONOutput(
            shape: "The binding that was made, as one object; without a name, an array of all bindings.",
            fields: binding),
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
        "client-id": JSONOutput(
            shape: "One object.", fields: [("clientId", "The stored client id, or null.")]),
        "doctor": JSONOutput(
            shape: "An array with one object for each finding.",
            fields: [
                ("check", "The subject of the check, such as store."), ("level", "wrong, note, repaired or ok."),
                ("message", "What was found, in words."), ("command", "The command that mends it, or null."),
            ]),
        "edit": JSONOutput(shape: "The profile with its new settings, as one object.", fields: profile),
        "export": JSONOutput(
            shape: "One object, which acct import reads. Nothing in it is a secret.",
            fields: [
                (
                    "profiles",
                    """
                    The profiles, each with name, kind, authority, authorityKind, tenantId, clientId, mode and scopes, and \
                    with graph, username and redirectUri where it has them.
                    """
                ),
                ("rules", "The rules, each with pattern and profile."),
                ("bindings", "The bound directories, each with directory and profile; ~ is the home directory."),
                ("current", "The name of the current profile; only without names on the command line."),
                ("clientId", "The stored client id, in the same case and where there is one."),
            ]),
        "import azure-cli": imported,
        "import msal": imported,
        "import profiles": imported,
        "graph": JSONOutput(
            shape: "With --dry-run, one object. Otherwise the response of Graph is printed, with or without --json.",
            fields: [
                ("profile", "The name of the profile that would act."), ("username", "Its username."), step, reason,
                ("caution", "The reason why the profile may not be able to do this, or null."),
                ("isWrite", "Whether the request is a write."),
                ("asksFirst", "Whether the write is asked about first, and refused in a script."),
                ("method", "The method."), ("url", "The whole URL."),
                ("headers", "The headers by name; the token is masked."),
                ("body", "The text of the body; null without a body, and for one that is long or no text."),
                ("bodySize", "The size of the body in bytes, or null."),
                ("uploadSize", "The size of a file that follows in parts, in bytes, or null."),
                (
                    "scopes",
                    """
                    supported, least (the scopes to request, or null) and held (whether the cached token has them, or \
                    null where that is not known). Null where nothing is known of the request.
                    """
                ),
            ]),
        "list": JSONOutput(shape: "An array with one object for each profile.", fields: profile),
        "open": JSONOutput(
            shape: "One object. The page is opened too, unless --print is given.",
            fields: [("profile", "The name of the profile."), ("url", "The address of the page.")]),
        "remove": JSONOutput(
            shape: "One object.",
            fields: [
                ("profile", "The name of the profile."),
                (
                    "removed",
                    """
                    As in acct-sign-out(1); null where another profile uses the account.
                    """
                ),
                ("rules", "The patterns of the rules that were removed with it."),
                ("bindings", "The directories whose bindings were removed with it."),
            ]),
        "rename": JSONOutput(shape: "The profile with its new name, as one object.", fields: profile),
        "rule add": JSONOutput(shape: "The rule, as one object.", fields: rule),
        "rule list": JSONOutput(shape: "An array with one object for each rule.", fields: rule),
        "rule remove": JSONOutput(shape: "The rule that was removed, as one object.", fields: rule),
        "scopes": JSONOutput(
            shape: """
                One object. Of a request that is not known, method and path are set and the others are null; the exit code \
                is 1. With --import its fields are requests and permissions instead, the numbers of those that were \
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
        "show": JSONOutput(
            shape: "One object.",
            fields: profile + [
                ("browser", "The command of its browser, or null."),
                ("redirectUri", "The redirect URI of its sign-ins; null for an app."),
                ("cloud", "global, usgov, dod or china; null for an authority outside of them."),
                ("tlsCertificate", "The file with the certificate for the TLS handshake, or null."),
                (
                    "credential",
                    "The kind and the reference of an app's credential, and expiresOn: when a secret ends, or null. Null for a person."
                ),
                (
                    "signInExpiresOn",
                    "The end of the sign-in unless it is renewed before, or null. In seconds since 1970."
                ),
                ("rules", "The patterns of the rules that name the profile."),
                ("bindings", "The directories that are bound to it."),
                ("selection", "The step that decided and the reason; left out where the profile was named."),
            ]),
        "sign-in": JSONOutput(
            shape: "The profile, as one object; of several an array with those that are signed in.", fields: profile),
        "sign-out": JSONOutput(
            shape: "One object; with --all an array with one for each account.",
            fields: [
                ("account", "The home account id."), ("profiles", "The names of the profiles that use the account."),
                (
                    "removed",
                    """
                    The numbers of removed tokens: accessTokens, refreshTokens and idTokens; credential is the kind of the \
                    credential that was removed with them, such as secret, or null.
                    """
                ),
                ("revoked", "Whether the server confirmed that it ended the sessions."),
                ("remaining", "What remains after the sign-out, in words."),
            ]),
        "store lock": key, "store migrate": key,
        "store repair": JSONOutput(
            shape: "One object.",
            fields: [
                ("setAside", "The folder with the damaged files; null where there was no damage."),
                ("profiles", "The names of the profiles that were saved."),
                ("signedOut", "The names of those that have to sign in again."),
                ("choicesLost", "Whether bindings, rules or allowed files may have been lost."),
            ]),
        "store rotate": key, "store status": key, "store unlock": key,
        "token": JSONOutput(
            shape: "One object.",
            fields: [
                ("accessToken", "The token."), ("expiresOn", "The end of its validity, in seconds since 1970."),
                ("tokenType", "Bearer."), ("scopes", "The scopes that the token has."),
                ("tenantId", "The id of the tenant that issued it."), ("username", "The username of the profile."),
                ("profile", "The name of the profile."),
            ]),
        "unbind": JSONOutput(shape: "The binding that was removed, as one object.", fields: binding),
        "use": JSONOutput(shape: "The current profile, as one object.", fields: profile),
        "why": JSONOutput(
            shape: "One object.",
            fields: [
                ("profile", "The name of the chosen profile; null where none was chosen."), step, reason,
                ("source", "Where its tokens come from: signIn, broker or app; null without a profile."),
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
        ("tenantDomain", "A domain of the tenant, or null where none is known."),
        ("kind", "work, personal, app or oidc."), ("clientId", "The id of the app registration."),
        ("authority", "The address of the authority."), ("graph", "The address of its Graph, or null."),
        ("mode", "read-write or read-only."), ("scopes", "The scopes that it requests by default."),
        ("state", "signedIn, signInRequired or signedOut."),
        ("source", "Where its tokens come from: signIn, broker or app."),
        ("accessTokenExpiresOn", "The end of the cached token's validity, in seconds since 1970, or null."),
        ("lastUsed", "The time of its last use, in seconds since 1970, or null."),
    ]

    private static let binding = [
        ("directory", "The directory, with symbolic links resolved."), ("profile", "The name of the profile."),
        ("exists", "Whether the directory exists."),
    ]

    private static let key = JSONOutput(
        shape: "One object.",
        fields: [
            (
                "keyStore",
                "The place of the key: secret-service, passphrase or file; null before the first key."
            ),
            ("state", "unlocked, locked, missing, wrong, unavailable, or none before the first key."),
            (
                "unlockedUntil",
                "The end of the time for which a passphrase has unlocked the key, in seconds since 1970; null elsewhere."
            ),
            ("problem", "The reason why the key cannot be used; null where it can."),
            ("command", "The command that mends it; null where there is none."),
            ("protectsAgainst", "What this place protects the stored tokens against, in words."),
            ("doesNotProtectAgainst", "What it does not protect them against, in words."),
            ("leftovers", "The places that still have a key which is not in use any more."),
        ])

    private static let rule = [
        ("number", "The number of the rule."), ("pattern", "Its pattern."), ("profile", "The name of its profile."),
    ]

    private static let imported = JSONOutput(
        shape: "An array with one object for each profile.",
        fields: [
            ("outcome", "added, updated, unchanged or skipped."), ("profile", "The name of the profile."),
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
            path: "~/.local/share/acct/damaged-TIME",
            meaning: "The files that the repair at this time set aside, in seconds since 1970.",
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
