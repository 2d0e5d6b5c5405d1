import AccountProfiles
import AuthCore
import HTTPTransport

/// Which app registration a sign-in uses. There is none built in: a shared one can vanish overnight.
enum ClientID {
    /// `--client-id`, else `ACCT_CLIENT_ID`, else the remembered one, else what the person answers.
    static func resolve(_ flag: String?, _ services: Services) throws -> String {
        if let known = try known(flag, services) { return known }
        guard services.prompter.canPrompt else {
            throw Failure(
                .usage,
                "No client id is known. Register an app (see the README) and give its id with --client-id, "
                    + "or in ACCT_CLIENT_ID.")
        }
        let answer = try ask(services)
        try services.profiles.setDefaultClientID(answer)
        return answer
    }

    /// The same, without asking.
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
              2. Supported account types: the accounts that you want to add
              3. Redirect URI: “Public client/native (mobile & desktop)”, http://localhost
              4. Authentication > Allow public client flows: Yes (for --device-code)

            or, with the Azure CLI:

              az ad app create --display-name acct --is-fallback-public-client true \\
                --public-client-redirect-uris http://localhost \\
                --sign-in-audience AzureADandPersonalMicrosoftAccount --requested-access-token-version 2 \\
                --query appId -o tsv

            Application (client) id: 
            """)
        guard let line, !line.allSatisfy(\.isWhitespace) else {
            throw Failure(.cancelled, "No client id was given.", command: "acct add --client-id ID")
        }
        return try checked(line)
    }

    /// Client ids are GUIDs with Microsoft and other short words elsewhere.
    static func checked(_ text: String) throws -> String {
        let text = text.filter { !$0.isWhitespace }
        guard !text.isEmpty, text.utf8.count <= 256, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Failure(.usage, "“\(text)” cannot be a client id: it is the application id of your app registration.")
        }
        return text
    }
}

extension ClientID {
    /// An app is always named: the id that is remembered is that of people's sign-ins.
    static func resolve(_ flag: String?, for credential: ApplicationCredential, _ services: Services) throws -> String {
        if case .managedIdentity(let identity) = credential {
            guard flag == nil else {
                throw Failure(.usage, "A managed identity is named with --identity: leave --client-id out.")
            }
            return identity.clientID
        }
        if let named = flag ?? services.environment["ACCT_CLIENT_ID"], !named.isEmpty { return try checked(named) }
        throw Failure(.usage, "Which app? Give its application id with --client-id, or in ACCT_CLIENT_ID.")
    }
}
