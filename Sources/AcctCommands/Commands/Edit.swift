import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// `acct edit`: change the settings of a profile.
struct Edit: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the settings of a profile.",
        discussion: """
            Its name, account, bindings and rules stay. Some changes need a sign-in afterwards; acct then prints the \
            command. Nothing is sent.

              acct edit audit --read-only
              acct edit work --scope User.Read --scope Mail.Read
              acct edit work --browser 'firefox -P contoso'
              acct edit work --default-browser
              acct edit shop --redirect-uri http://127.0.0.1:8400/callback
              acct edit onprem --tls-certificate ~/.config/onprem.pem
              acct edit report --client-secret-expires 2027-01-31
              acct edit work --client-id 00000000-0000-0000-0000-000000000000

            A read-only profile refuses writes, and its scopes can only be those that read. Its cached access tokens \
            are removed, since they may allow changes; those that programs have already work until they expire.
            """)

    @Argument(help: "The profile.", completion: .profileNames)
    var name: String

    @Flag
    var modes: [ModeFlag] = []

    @Option(
        help: "A permission to request; repeat it for more. They replace those of the profile.", completion: .scopes)
    var scope: [String] = []

    @Option(help: ArgumentHelp("The application (client) id of another app registration.", valueName: "id"))
    var clientID: String?

    @Option(
        help: ArgumentHelp(
            "The browser for sign-ins and acct open; %s in it is replaced by the address.", valueName: "command"))
    var browser: String?

    @Flag(help: "Use $BROWSER, or else xdg-open, again.")
    var defaultBrowser = false

    @Option(
        help: ArgumentHelp(
            "The redirect URI of the app registration, for later sign-ins; http://localhost for the usual one.",
            valueName: "uri"),
        transform: { try RedirectURI(option: $0) })
    var redirectURI: RedirectURI?

    @Option(help: ArgumentHelp("The Graph endpoint, such as https://graph.example.com.", valueName: "url"))
    var graph: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with the certificate and the unencrypted key that the authority's server asks for in the TLS handshake.",
            valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Flag(help: "Present no certificate in the TLS handshake.")
    var noTLSCertificate = false

    @Option(
        help: ArgumentHelp(
            "The day on which the client secret ends, such as 2027-01-31. acct doctor announces it.", valueName: "date"),
        transform: { try CalendarDay(option: $0) })
    var clientSecretExpires: CalendarDay?

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    enum ModeFlag: String, EnumerableFlag {
        case readOnly, readWrite

        static func help(for mode: ModeFlag) -> ArgumentHelp? {
            switch mode {
            case .readOnly: "Refuse writes."
            case .readWrite: "Allow writes again."
            }
        }

        var mode: Profile.Mode {
            switch self {
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            }
        }
    }

    func validate() throws {
        if Set(modes).count > 1 { throw ValidationError("Give only one of --read-only and --read-write.") }
        if browser != nil, defaultBrowser { throw ValidationError("Give only one of --browser and --default-browser.") }
        if tlsCertificate != nil, noTLSCertificate {
            throw ValidationError("Give only one of --tls-certificate and --no-tls-certificate.")
        }
        try BrowserCommand.validate(browser)
        if modes.isEmpty, scopes.isEmpty, clientID == nil, browser == nil, !defaultBrowser, redirectURI == nil,
            graph == nil, tlsCertificate == nil, !noTLSCertificate, clientSecretExpires == nil
        {
            throw ValidationError("Name at least one setting to change, such as --read-only.")
        }
    }

    func run(_ services: Services) throws {
        let repository = try services.profiles
        let before = try services.typedNames.profile(name)
        let now = services.clock.now()
        let certificate = try tlsCertificate.map { try TLSClientCertificate(option: $0, at: now) }
        let secretExpiry = try newSecretExpiry(of: before, services)
        let after = try repository.edit(before.name.text, secretExpiry: secretExpiry) { profile in
            try apply(to: &profile)
            if let certificate { profile.authority.clientCertificate = certificate }
        }
        let isSame = before == after && secretExpiry == nil
        services.output.note(isSame ? "\(after.name) has these settings already." : "Changed \(after.name).")
        let status = try repository.status(of: after.name, at: now)
        for note in notes(before: before, after: after, status.state) { services.output.note(note) }
        if json.json { try services.output.printJSON(ProfileRow(after, in: services)) }
    }

    /// Nil where the end is not named, and where it is the stored one.
    private func newSecretExpiry(of profile: Profile, _ services: Services) throws -> Date? {
        guard let clientSecretExpires else { return nil }
        try clientSecretExpires.requireFuture(at: services.clock.now())
        let credential = try services.profiles.storedCredential(of: profile)
        guard credential?.kind == .secret else { throw Failure.noClientSecret(profile.name) }
        return credential?.expiresOn == clientSecretExpires.start ? nil : clientSecretExpires.start
    }

    private var scopes: Scopes { Scopes(typed: scope) }

    private func apply(to profile: inout Profile) throws {
        // What an app cannot have is refused before it is read.
        if profile.kind == .app, clientID != nil { throw Failure.clientIDOfApp(profile) }
        if profile.kind == .app, browser != nil || redirectURI != nil { throw Failure.pagesOfApp(profile.name) }
        if let mode = modes.first { profile.mode = mode.mode }
        if let graph { profile.graph = try AuthorityOptions.graphEndpoint(graph) }
        if !scopes.isEmpty {
            let name = profile.name
            try scopes.requireOneResource(at: profile.authority, graph: profile.graphResource) { scopes, isFirst in
                isFirst
                    ? SuggestedCommand("acct edit \(name)").adding(scopes.optionWords) : .token(of: name, for: scopes)
            }
            if profile.kind == .app, profile.authority.kind.tokensHaveOneResource, scopes.resourceOfDefault == nil {
                throw AuthError.application(.defaultScopeRequired(scopes))
            }
            profile.scopes = scopes.relative(to: profile.graphResource)
        }
        if let browser { profile.browser = browser }
        if defaultBrowser { profile.browser = nil }
        if let redirectURI { profile.redirectURI = redirectURI }
        if noTLSCertificate { profile.authority.clientCertificate = nil }
        if let clientID { profile.clientID = try ClientID.checked(clientID, for: profile.authority.kind) }
        if profile.forbiddenScope(among: profile.scopes) != nil { throw Failure.scopesOfReadOnlyProfile(profile) }
    }

    /// The sign-in to suggest after a change: for a new client id, or for scopes that were added.
    private func notes(before: Profile, after: Profile, _ state: ProfileState) -> [Remark] {
        let signIn = SuggestedCommand.signIn(to: after.name)
        // Tokens of the client id may still be there from before.
        if after.clientID != before.clientID, state != .signedIn {
            return [
                Remark("Its tokens belong to the client id \(before.clientID). To get new ones, run:", command: signIn)
            ]
        }
        guard after.kind != .app else { return [] }
        var notes: [Remark] = []
        let dropped = before.scopes.without(after.scopes)
        if !dropped.isEmpty {
            let verb = dropped.names.count == 1 ? "is" : "are"
            notes.append(Remark("\(dropped.spaceSeparated) \(verb) no longer requested."))
        }
        let added = after.scopes.missing(from: before.scopes, at: after.authority)
        if !added.isEmpty {
            notes.append(Remark("If the account has not consented to \(added.spaceSeparated), run:", command: signIn))
        }
        return notes
    }
}
