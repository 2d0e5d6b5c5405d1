import AccountProfiles
import ArgumentParser
import AuthCore
import Foundation
import HTTPTransport

/// `acct token`: an access token on stdout.
struct Token: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print an access token.",
        discussion: """
            A kept token with enough time left is printed as it is; else it is renewed. When a sign-in is needed, \
            a person at a terminal is offered one; else the exit code is 4 and stderr has the command.

              curl -H "Authorization: Bearer $(acct token -p work)" https://graph.microsoft.com/v1.0/me
            """)

    @OptionGroup
    var profile: ProfileOption

    @Option(help: "A permission the token must have; repeat it for more. Else the profile's own.")
    var scope: [String] = []

    @Option(
        help: ArgumentHelp(
            "The resource the token is for, as a URI: all that was consented to there.", valueName: "uri"))
    var resource: String?

    @Option(
        help: ArgumentHelp(
            "The time the token must have left. Else 300, or less when it cannot be renewed now.",
            valueName: "seconds"))
    var minValidity: UInt32?

    @Flag(help: "Ask the server for a new token even if a valid one is kept.")
    var forceRefresh = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if !scope.isEmpty, resource != nil { throw ValidationError("Give either --scope or --resource.") }
    }

    func run(_ services: Services) async throws { try await request.run(services) }

    var request: TokenInvocation {
        TokenInvocation(
            profile: profile.name, scopes: scope, resource: resource, minimumValidity: minValidity,
            forceRefresh: forceRefresh, asJSON: json.json)
    }
}

/// An access token, for the profile's own scopes if nothing else is named.
struct TokenInvocation: Request, Equatable {
    var profile: String?
    var scopes: [String] = []
    var resource: String?
    /// In seconds.
    var minimumValidity: UInt32?
    var forceRefresh = false
    var asJSON = false

    func run(_ services: Services) async throws {
        let action = Action(tokenFor: resource ?? scopes.first)
        let selected = try services.selector.select(profile, for: action).profile
        let token = try await services.authenticator.token(
            for: selected, scopes: wanted, forceRefresh: forceRefresh,
            minimumValidity: minimumValidity.map { .seconds(Int64($0)) })
        if token.source == .fallback {
            services.output.note("The token could not be renewed; this one is valid for now.")
        }
        try services.output.print(Printed(token, selected), asJSON: asJSON)
        try services.usageRecorder.record(action, as: selected)
    }

    private var wanted: Scopes? {
        // The platform joins a resource and `.default` with one slash; a resource that ends with one keeps it.
        if let resource { return Scopes(["\(resource)/.default"]) }
        return scopes.isEmpty ? nil : Scopes(typed: scopes)
    }

    private struct Printed: CommandOutput {
        let accessToken, tokenType, tenantId, username, profile: String
        let expiresOn: Int
        let scopes: [String]

        init(_ token: AuthenticationResult, _ selected: Profile) {
            accessToken = token.accessToken.expose()
            tokenType = token.tokenType
            tenantId = token.tenantID
            username = selected.username
            profile = selected.name.text
            expiresOn = Int(token.expiresOn.timeIntervalSince1970)
            scopes = token.scopes.names
        }

        func text(for terminal: Terminal) -> String { accessToken }
    }
}
