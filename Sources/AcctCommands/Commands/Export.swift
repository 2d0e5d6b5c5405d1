import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// `acct export`: print profile definitions for other people, or write one account's tokens for another program.
struct Export: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print profile definitions, or hand an account to another program.",
        discussion: """
            Prints definitions as JSON: of the named profiles, with the rules and the bound directories that name them; \
            without a name, of all profiles, with the current one and the client id of new profiles. They contain no \
            secret and no account's id, and can be shared or kept as a backup. acct import reads them.

            With --format msal, writes a cache file that MSAL libraries load, with the profile's tokens in plain \
            text: anyone who can read the file can act as that account. Its mode lets only you read it. Some servers \
            issue a new refresh token at each use; there, only one of the two programs stays signed in. The tokens of a \
            read-only profile are not written.

              acct export > profiles.json
              acct import profiles.json
              acct export --format msal work --output ~/.myapp/token_cache.json
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case profiles, msal
    }

    @Argument(help: "The profiles; exactly one for --format msal.", completion: .profileNames)
    var names: [String] = []

    @Option(help: "Definitions without secrets, or a cache file with them.")
    var format: Format = .profiles

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The cache file to write; - for stdout.", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @Flag(help: "Do not ask before tokens are written in plain text.")
    var yes = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if format == .msal, names.count != 1 || output == nil {
            throw ValidationError("Write it as: acct export --format msal NAME --output FILE")
        }
        if format == .profiles, output != nil || force || yes {
            throw ValidationError("--output, --force and --yes need --format msal. Definitions go to stdout.")
        }
    }

    func run(_ services: Services) throws {
        let repository = try services.profiles
        let chosen = try names.isEmpty ? repository.profiles().inNameOrder() : names.map(repository.profile(named:))
        switch (format, output, chosen.first) {
        case (.msal, let path?, let profile?): try exportTokens(of: profile, to: path, services: services)
        default:
            let definitions = try ProfileFile(of: chosen, isWhole: names.isEmpty, services)
            services.output.line(try JSONText.of(definitions, pretty: true))
        }
    }

    private func exportTokens(of profile: Profile, to path: String, services: Services) throws {
        // The file names the authority, to which another program sends the tokens.
        try services.profiles.requireUnaltered(profile)
        guard profile.mode == .readWrite else { throw Failure.readOnlyExport(of: profile.name) }
        let text = try Self.cacheFile(of: profile, in: services.tokenCache)
        try confirm(profile, path: path, services: services)
        if path == "-" {
            services.output.line(String(text.expose().dropLast()))
        } else {
            try write(text, to: path)
            services.output.note(
                "Wrote \(path). Anyone who can read it can act as \(profile.usernameOrName): delete it when it is no longer needed."
            )
        }
    }

    private func write(_ text: Secret, to path: String) throws(Failure) {
        do {
            let file = try OutputFile(path, replaces: force, mode: 0o600)
            try file.write(Data(text.expose().utf8))
            try file.commit()
        } catch {
            throw Failure(exporting: error)
        }
    }

    private static func cacheFile(of profile: Profile, in cache: any TokenCache) throws -> Secret {
        let key = profile.tokenKey
        let accessTokens = try cache.accessTokens(key)
        let refreshToken = try cache.refreshToken(account: key.account, clientID: key.clientID)
        guard refreshToken != nil || !accessTokens.isEmpty else {
            throw Failure.nothingToExport(of: profile.name)
        }
        let known = try cache.account(key.account)?.tenantProfiles.first { $0.tenantID == key.tenantID }
        let shown = TenantProfile(
            tenantID: key.tenantID, objectID: known?.objectID ?? "", username: profile.username,
            displayName: profile.displayName)
        return try UnifiedCacheExport(
            key: key, profile: known ?? shown, authority: profile.authority, accessTokens: accessTokens,
            refreshToken: refreshToken, idToken: cache.idToken(key)
        ).text()
    }

    private func confirm(_ profile: Profile, path: String, services: Services) throws {
        if yes { return }
        guard services.prompter.canPrompt else {
            throw Failure.exportNotConfirmed(of: profile.name, to: path)
        }
        let answer = services.prompter.line(
            """
            The tokens of \(profile.usernameOrName.safeLine) will be in plain text: anyone who reads them can act as that account.
            Type yes to continue: 
            """)
        guard answer == "yes" else { throw Failure.exportCancelled }
    }
}
