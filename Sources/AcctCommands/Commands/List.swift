import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

/// `acct list`: list every profile and its state, without the network.
struct List: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the profiles.",
        discussion: """
            On a terminal a table, in which * marks the current profile and > the one that acts in this directory, if \
            that is another. A narrow terminal shows fewer columns. Otherwise one line for each profile, with tabs \
            between the mark of the current one (*), name, username, tenant id, kind, state and last use (in UTC, as RFC 3339 has \
            it, or never). A managed identity has no username and no tenant that acct could know.

            No request is sent: "signed in" means that a token is stored which the server has not refused so far.
            """)

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        let repository = try services.profiles
        let current = try repository.current()
        let now = services.clock.now()
        let statuses = try repository.statuses(at: now)
        // Only a table shows the profile that acts here. Lines with tabs have the ids of tenants, which never change.
        let isTable = services.terminal.outputIsTerminal && !json.json
        let tenants = isTable || json.json ? TenantNames(try services.usage.tenantDomains()) : nil
        let acting = isTable ? ActingProfile(services) : nil
        let otherThanCurrent = acting?.name == current ? nil : acting?.name
        let rows = try repository.profiles().inNameOrder().map {
            ProfileRow(
                $0, in: tenants, isCurrent: $0.name == current,
                acts: $0.name == otherThanCurrent, status: statuses[$0.name] ?? .signedOut, at: now)
        }
        if rows.isEmpty, !json.json {
            return services.output.note("There are no profiles yet. Run:", command: "acct add NAME")
        }
        try services.output.print(rows, asJSON: json.json)
        if let acting, otherThanCurrent != nil { services.output.note(acting.sentence) }
    }
}
