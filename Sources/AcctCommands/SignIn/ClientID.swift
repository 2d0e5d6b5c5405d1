import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The app registration of a sign-in. None is built in, since a shared one can vanish overnight.
enum ClientID {
    /// The client id of a sign-in.
    struct Choice {
        let text: String
        /// Whether it is stored for later sign-ins once this one has succeeded: it was typed, for the Microsoft identity
        /// platform, and none is stored yet.
        let becomesDefault: Bool
        /// Whether the person was asked for it, and would be asked again after a sign-in that was not completed.
        let wasAsked: Bool
    }

    /// The value of `--client-id`, else `ACCT_CLIENT_ID`, else the stored id, else the id that the person types.
    ///
    /// - Parameters:
    ///   - kind: the kind of the authority, whose client ids may have a fixed form; nil where it is not known.
    ///   - retryCommand: the command as it was typed.
    static func resolve(
        _ flag: String?, for kind: Authority.Kind?, retryCommand: SuggestedCommand, _ services: Services
    ) throws -> Choice {
        if let known = try known(flag, for: kind, services) {
            let isFirst = try flag != nil && kind?.hasGUIDs == true && services.profiles.defaultClientID() == nil
            return Choice(text: known, becomesDefault: isFirst, wasAsked: false)
        }
        guard services.prompter.canPrompt else {
            throw Failure.unknownClientID(retryCommand: retryCommand)
        }
        let typed = try ask(for: kind, retryCommand: retryCommand, services)
        return Choice(text: typed, becomesDefault: kind?.hasGUIDs == true, wasAsked: true)
    }

    /// The client id that is known without asking; nil where there is none.
    static func known(_ flag: String?, for kind: Authority.Kind?, _ services: Services) throws -> String? {
        if let named = try named(flag, for: kind, services) { return named }
        return try services.profiles.defaultClientID().map { try checked($0, for: kind) }
    }

    /// The value of `--client-id`, else `ACCT_CLIENT_ID`; nil where neither is given.
    private static func named(_ flag: String?, for kind: Authority.Kind?, _ services: Services) throws -> String? {
        if let flag { return try checked(flag, for: kind) }
        return try services.environment["ACCT_CLIENT_ID"].map {
            try checked($0, for: kind, from: " (from ACCT_CLIENT_ID)")
        }
    }

    private static func ask(for kind: Authority.Kind?, retryCommand: SuggestedCommand, _ services: Services) throws
        -> String
    {
        let label = "Application (client) id: "
        var question = """
            acct signs in with an app registration of your own; it takes a minute, once:

              1. https://entra.microsoft.com > App registrations > New registration
              2. Supported account types: those of the accounts that you want to add
              3. Redirect URI: "Public client/native (mobile & desktop)", http://localhost
              4. Authentication > Allow public client flows: Yes (for --device-code)

            or, with the Azure CLI:

              az ad app create --display-name acct --is-fallback-public-client true \\
                --public-client-redirect-uris http://localhost \\
                --sign-in-audience AzureADandPersonalMicrosoftAccount \\
                --requested-access-token-version 2 \\
                --query appId -o tsv

            \(label)
            """
        while let line = services.prompter.line(question) {
            do { return try checked(line, for: kind) } catch let failure as Failure {
                question = line.allSatisfy(\.isWhitespace) ? label : "\(failure.message)\n\(label)"
            }
        }
        throw Failure.noClientIDGiven(retryCommand: retryCommand)
    }

    /// The id without spaces, and without the quotes that JSON and shells put around it.
    ///
    /// - Parameters:
    ///   - kind: client ids of the Microsoft identity platform are GUIDs; those of other issuers are any short word.
    ///   - source: the origin of the text for an error, in parentheses; empty for what is typed.
    static func checked(_ text: String, for kind: Authority.Kind?, from source: String = "") throws -> String {
        var text = text.filter { !$0.isWhitespace }
        for quote in ["\"", "'"] where text.count > 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            text = String(text.dropFirst().dropLast())
        }
        guard !text.isEmpty, text.utf8.count <= 256, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Failure.invalidClientID(text, from: source)
        }
        guard kind?.hasGUIDs != true || text.isGUID else { throw Failure.clientIDNotGUID(text, from: source) }
        return text
    }
}

extension ClientID {
    /// The id under which the tokens of a managed identity are cached.
    static func checkedIdentity(_ text: String) throws -> String {
        let identity =
            text == ManagedIdentityID.system.clientID ? .system : text.isEmpty ? nil : ManagedIdentityID(text)
        guard let identity, text.utf8.count <= 1024, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw Failure.invalidClientID(text, from: "")
        }
        return identity.clientID
    }
}

extension Authority.Kind {
    fileprivate var hasGUIDs: Bool {
        switch self {
        case .entra, .ciam, .b2c: true
        case .adfs, .oidc: false
        }
    }
}

extension ClientID {
    /// The client id of an app that signs in without a user. The stored id is not used: it belongs to people's sign-ins.
    static func resolve(
        _ flag: String?, of credential: ApplicationCredential, for kind: Authority.Kind, retryCommand: SuggestedCommand,
        _ services: Services
    ) throws -> String {
        if case .managedIdentity(let identity) = credential {
            guard flag == nil else {
                throw Failure.clientIDOfManagedIdentity
            }
            return identity.clientID
        }
        guard let named = try named(flag, for: kind, services) else {
            throw Failure.appNotNamed(retryCommand: retryCommand)
        }
        return named
    }
}
