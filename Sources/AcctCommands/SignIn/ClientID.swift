import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The app registration of a sign-in. None is built in, since a shared one can vanish overnight.
enum ClientID {
    /// The value of `--client-id`, else `ACCT_CLIENT_ID`, else the stored id, else the id that the person types.
    static func resolve(_ flag: String?, _ services: Services) throws -> String {
        if let known = try known(flag, services) { return known }
        guard services.prompter.canPrompt else {
            throw Failure.unknownClientID
        }
        let answer = try ask(services)
        try services.profiles.setDefaultClientID(answer)
        return answer
    }

    /// The same without asking; nil where no id is known.
    static func known(_ flag: String?, _ services: Services) throws -> String? {
        if let flag { return try checked(flag) }
        if let variable = services.environment["ACCT_CLIENT_ID"], !variable.isEmpty { return try checked(variable) }
        return try services.profiles.defaultClientID()
    }

    private static func ask(_ services: Services) throws -> String {
        let line = services.prompter.line(
            """
            acct signs in with an app registration of your own; it takes a minute, once:

              1. https://entra.microsoft.com > App registrations > New registration
              2. Supported account types: those of the accounts that you want to add
              3. Redirect URI: "Public client/native (mobile & desktop)", http://localhost
              4. Authentication > Allow public client flows: Yes (for --device-code)

            or, with the Azure CLI:

              az ad app create --display-name acct --is-fallback-public-client true \\
                --public-client-redirect-uris http://localhost \\
                --sign-in-audience AzureADandPersonalMicrosoftAccount --requested-access-token-version 2 \\
                --query appId -o tsv

            Application (client) id: 
            """)
        guard let line, !line.allSatisfy(\.isWhitespace) else {
            throw Failure.noClientIDGiven
        }
        return try checked(line)
    }

    /// Microsoft's client ids are GUIDs. Those of other issuers are short words.
    static func checked(_ text: String) throws -> String {
        let text = text.filter { !$0.isWhitespace }
        guard !text.isEmpty, text.utf8.count <= 256, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Failure.invalidClientID(text)
        }
        return text
    }
}

extension ClientID {
    /// The client id of an app that signs in without a user. The stored id is not used: it belongs to people's sign-ins.
    static func resolve(_ flag: String?, for credential: ApplicationCredential, _ services: Services) throws -> String {
        if case .managedIdentity(let identity) = credential {
            guard flag == nil else {
                throw Failure.clientIDOfManagedIdentity
            }
            return identity.clientID
        }
        if let named = flag ?? services.environment["ACCT_CLIENT_ID"], !named.isEmpty { return try checked(named) }
        throw Failure.appNotNamed
    }
}
