import AccountProfiles
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// `acct import`: accounts from the token caches of other programs.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over accounts from another program's token cache.",
        discussion: """
            Each account, tenant and client of the file becomes a profile. The file is only read. A profile that is \
            there already gets the file's tokens if those are newer, and is left as it is otherwise.

            Tokens come along for app registrations of your own. Those of Microsoft's programs, such as the Azure \
            CLI, do not: to use them here would mean to pass for that program. Their accounts become profiles with \
            your client id that “acct sign-in” completes, without anything to type.
            """,
        subcommands: [MSAL.self, AzureCLI.self])

    /// What both have.
    struct Options: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Your app registration, for accounts whose tokens belong to a program of Microsoft's. "
                    + "Else $ACCT_CLIENT_ID, else the remembered one.", valueName: "id"))
        var clientID: String?

        @Option(help: "The profile's name, when the file holds one account.")
        var name: String?

        @Flag(help: "Show what would be done, and store nothing.")
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
                Reads the caches of MSAL for Python, .NET, Java and Go, in the clear. Accounts of a host that is no \
                Microsoft cloud come in only if you name it, since a file must not decide where tokens are sent.

                  acct import msal ~/.myapp/token_cache.json
                  acct import msal cache.json --dry-run
                  acct import msal cache.json --issuer https://login.example.com/oidc
                """)

        @Argument(help: "The cache file.", completion: .file())
        var file: String

        @OptionGroup(title: "Where accounts of other hosts are from")
        var elsewhere: ElsewhereOptions

        @OptionGroup
        var options: Options

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let authority = try elsewhere.named()
            let contents = try ForeignFile.cache(at: file).contents(trusting: authority, now: services.clock.now())
            let importing = Importing(services: services, isDryRun: options.dryRun)
            let rows = try await importing.rows(
                contents.signIns, options.clientID, options.name, graph: try elsewhere.graphEndpoint())
            try ImportSummary(services: services, isDryRun: options.dryRun)
                .show(rows, of: file, skipped: contents.skipped, asJSON: json.json)
        }
    }

    /// `acct import azure-cli`.
    struct AzureCLI: DataCommand {
        static let configuration = CommandConfiguration(
            commandName: "azure-cli",
            abstract: "Take over the accounts that are signed in to the Azure CLI.",
            discussion: """
                Each account becomes a profile for every tenant the Azure CLI used it in, with your own client id. \
                Its tokens stay where they are: they belong to the Azure CLI's registration, and using them would \
                mean to pass for it. Sign in to each profile once.

                  acct import azure-cli
                  acct sign-in contoso

                Service principals are left out; they have secrets, not accounts.
                """)

        @Argument(
            help: ArgumentHelp(
                "The Azure CLI's folder, or the token cache in it. Else $AZURE_CONFIG_DIR, else ~/.azure.",
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
            let importing = Importing(services: services, isDryRun: options.dryRun)
            // Whatever client the file names, it is the Azure CLI's file.
            let rows = try await importing.rows(
                contents.signIns.map(\.withoutTokens), options.clientID, options.name, graph: nil)
            note(azure, rows, services)
            try ImportSummary(services: services, isDryRun: options.dryRun)
                .show(rows, of: azure.cachePath, skipped: contents.skipped, asJSON: json.json)
        }

        private func note(_ azure: AzureFolder, _ rows: [ImportRow], _ services: Services) {
            if azure.hasServicePrincipals {
                services.output.note("Left out: the Azure CLI's service principals; acct is for accounts of people.")
            }
            for login in azure.logins() where login.type == "user" {
                let isThere = rows.contains {
                    $0.tenantId == login.tenantID && $0.username.lowercased() == login.username.lowercased()
                }
                guard !isThere else { continue }
                services.output.note(
                    "Not in its token cache: \(login.username) in tenant \(login.tenantID). To add it: "
                        + "acct add --username \(login.username.asShellWord) --tenant \(login.tenantID.asShellWord)")
            }
        }
    }
}
