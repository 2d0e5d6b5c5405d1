import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore

/// `acct open`: open a Microsoft service as an account, in the account's own browser.
struct Open: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a Microsoft service in the account's browser.",
        discussion: """
            Opens the page in the browser that the profile remembers (acct add --browser, acct edit --browser), or \
            else in $BROWSER or with xdg-open. The address names the tenant and the account, as far as the service \
            accepts that (acct-pages(7) says what is documented), and never holds a token. The browser may ask for a sign-in.

              acct open                        the Azure portal
              acct open outlook -p home
              acct open entra --print
              acct open 'https://contoso.sharepoint.com/sites/team'

            The services are portal (Azure), entra, admin (Microsoft 365), outlook, teams, sharepoint and account. \
            acct-pages(7) lists their addresses in each cloud. An https address is opened too: on the host of a \
            service, the tenant and the account are added where they are missing; elsewhere it stays as it is. A page \
            of a tenant without a profile opens as the profile that acts here, because partners open the tenants of \
            their customers.
            """)

    @Argument(
        help: ArgumentHelp("The service, or an https address.", valueName: "service"),
        completion: .list(MicrosoftService.allCases.map(\.rawValue)))
    var target = OpenTarget.service(.portal)

    @OptionGroup
    var profile: ProfileOption

    @Flag(help: "Print the address instead of opening it.")
    var print = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        try target.requirePage()
        let usernames = try services.profiles.profiles().map { $0.username.lowercased() }
        let action = target.action(amongUsernames: Set(usernames))
        let selected = try services.selector.select(profile.name, for: action).profile
        let url = try target.url(for: selected, domains: services.usage.tenantDomains()[selected.tenantID.lowercased()])
        if print || json.json {
            try services.output.print(Opened(profile: selected.name.text, url: url), asJSON: json.json)
        }
        guard !print else { return }
        // The browser is a command of the profile, which is run.
        try services.profiles.requireUnaltered(selected)
        do {
            try await open(url, as: selected, services)
        } catch {
            throw Failure(pageNotOpened: error, target: target.text, as: selected.name)
        }
        try services.usageRecorder.record(action, as: selected, served: [])
    }

    private func open(_ url: String, as profile: Profile, _ services: Services) async throws(AuthError) {
        let browser = try Browser(command: profile.browser, environment: services.environment)
        services.output.note("Opening the browser as \(profile.nameAndUsername).")
        try await browser.show(url)
    }

    private struct Opened: CommandOutput {
        let profile, url: String
        func text(for terminal: Terminal) -> String { url }
    }
}
