import AccountProfiles
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// `acct import`: read the definitions of `acct export`, or accounts from the token caches of other programs.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read profiles from a file of acct export, or accounts from another program.",
        discussion: """
            acct import FILE reads what acct export has written; see acct-import-profiles(1).

            With msal and azure-cli, each account, tenant and client of another program's cache becomes a profile. The \
            file is only read. An existing profile \
            gets the file's tokens if those are newer and the server confirms that they belong to its account; it is \
            not changed otherwise.

            Tokens are imported only if they belong to an app registration of your own. Tokens of Microsoft's \
            programs, such as the Azure CLI, are not: using them would mean impersonating that program. Their accounts \
            become profiles with your client id. Run "acct sign-in" once for each; the username is filled in.

            Where no profile is current, a single new profile becomes the current one, unless it is a guest's. Among \
            several the choice is yours: acct use NAME.
            """,
        subcommands: [Profiles.self, MSAL.self, AzureCLI.self], defaultSubcommand: Profiles.self)

    /// The options of `acct import msal` and `acct import azure-cli`.
    struct Options: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Your app registration, for accounts whose tokens belong to a program of Microsoft. "
                    + "Default: $ACCT_CLIENT_ID, else the stored id.", valueName: "id"))
        var clientID: String?

        @Option(help: "The profile's name, if the file holds one account.")
        var name: String?

        @Flag(help: "Show the result, and store nothing.")
        var dryRun = false
    }
}

extension Import {
    /// `acct import msal`.
    struct MSAL: DataCommand {
        static let configuration = CommandConfiguration(
            commandName: "msal",
            abstract: "Take over accounts from a cache file of any MSAL library.",
            discussion: """
                Reads unencrypted caches of MSAL for Python, .NET, Java and Go. Accounts of a host outside the \
                Microsoft clouds are imported only if you name the host, since a file must not decide where tokens \
                are sent.

                  acct import msal ~/.myapp/token_cache.json
                  acct import msal cache.json --dry-run
                  acct import msal cache.json --issuer https://login.example.com/oidc
                """)

        @Argument(help: "The cache file.", completion: .file())
        var file: String

        @OptionGroup(title: "The authority of other hosts")
        var trusted: TrustedAuthorityOptions

        @OptionGroup
        var options: Options

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let authority = try trusted.trustedAuthority()
            let contents = try UnifiedCache(file: file).contents(trusting: authority, now: services.clock.now())
            let importRun = ImportRun(services: services, isDryRun: options.dryRun, retryCommand: retryCommand)
            let rows = try await importRun.rows(
                of: contents.signIns, clientID: options.clientID, name: options.name, graph: try trusted.graphEndpoint()
            )
            try importRun.show(rows, of: file, skipped: contents.skipped, asJSON: json.json)
        }

        private var retryCommand: SuggestedCommand {
            let words = [String](options: [
                "--authority": trusted.authority, "--issuer": trusted.issuer, "--graph": trusted.graph,
                "--client-id": options.clientID, "--name": options.name,
            ])
            return SuggestedCommand("acct import msal \(file)").adding(words)
        }
    }

    /// `acct import azure-cli`.
    struct AzureCLI: DataCommand {
        static let configuration = CommandConfiguration(
            commandName: "azure-cli",
            abstract: "Take over the accounts that are signed in to the Azure CLI.",
            discussion: """
                Each account becomes a profile for every tenant the Azure CLI used it in, with your own client id. \
                No tokens are imported: they belong to the Azure CLI's registration, and using them would mean \
                impersonating it. Sign in to each profile once.

                  acct import azure-cli
                  acct sign-in contoso

                Service principals are not imported; they have secrets, not accounts.
                """)

        @Argument(
            help: ArgumentHelp(
                "The Azure CLI's folder, or the token cache in it. Default: $AZURE_CONFIG_DIR, else ~/.azure.",
                valueName: "path"),
            completion: .file())
        var path: String?

        @OptionGroup
        var options: Options

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let azure = AzureFolder(path, environment: services.environment)
            let contents = try azure.cache().contents(now: services.clock.now())
            let importRun = ImportRun(services: services, isDryRun: options.dryRun, retryCommand: retryCommand)
            // The tokens are the Azure CLI's, whichever client the file names.
            let rows = try await importRun.rows(
                of: contents.signIns.map(\.withoutTokens), clientID: options.clientID, name: options.name,
                graph: nil)
            noteOmissions(of: rows, from: azure, services)
            try importRun.show(rows, of: azure.cachePath, skipped: contents.skipped, asJSON: json.json)
        }

        private var retryCommand: SuggestedCommand {
            let words = [String](options: ["--client-id": options.clientID, "--name": options.name])
            return SuggestedCommand("acct import azure-cli").adding([path].compactMap(\.self) + words)
        }

        private func noteOmissions(of rows: [ImportRow], from azure: AzureFolder, _ services: Services) {
            if azure.hasServicePrincipals {
                services.output.note(
                    "Not imported: the Azure CLI's service principals, which have secrets and no account.")
            }
            let imported = Set(rows.map { [$0.tenantId, $0.username.lowercased()] })
            for login in azure.logins() where login.type == "user" {
                guard !imported.contains([login.tenantID, login.username.lowercased()]) else { continue }
                let cloud = login.cloud == .global ? nil : login.cloud?.rawValue
                services.output.note(
                    "Not in its token cache: \(login.username) in tenant \(login.tenantID). To add it:",
                    command: SuggestedCommand("acct add --username \(login.username) --tenant \(login.tenantID)")
                        .adding([String](options: ["--cloud": cloud])))
            }
        }
    }
}

/// The authority of accounts in a file whose host is not one of the Microsoft clouds.
struct TrustedAuthorityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An Entra-shaped authority, such as https://login.example.com/TENANT.", valueName: "url"))
    var authority: String?

    @Option(help: ArgumentHelp("An OpenID Connect issuer, by its issuer URL.", valueName: "url"))
    var issuer: String?

    @Option(
        help: ArgumentHelp(
            "The Graph endpoint of the accounts. Default: that of their cloud.", valueName: "url"))
    var graph: String?

    func validate() throws {
        if authority != nil, issuer != nil { throw ValidationError("Give only one of --authority and --issuer.") }
    }

    func trustedAuthority() throws(AuthError) -> Authority? {
        if let issuer { return try Authority(kind: .oidc, url: issuer) }
        guard let authority else { return nil }
        return try Authority(url: authority)
    }

    func graphEndpoint() throws -> String? {
        try graph.map(AuthorityOptions.graphEndpoint)
    }
}
