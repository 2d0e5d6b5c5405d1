import AccountProfiles
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// `acct token`: print an access token.
struct Token: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print an access token.",
        discussion: """
            Prints the cached token if it is valid long enough, and else refreshes it. When a sign-in is required, \
            acct offers one on a terminal; without a terminal the exit code is 4 and stderr holds the command to run. \
            A permission of the profile that the server did not grant is named on stderr, and requested again only at \
            the next sign-in or consent; one that --scope names is an error without it.

            --format exec-credential is for kubectl. The resource of Azure Kubernetes Service is \
            6dae42f8-4368-4678-94ff-500e3f00c7d3.

              curl -H @- https://graph.microsoft.com/v1.0/me <<<"Authorization: Bearer $(acct token -p work)"
              acct token --format header -p work | curl -H @- https://graph.microsoft.com/v1.0/me
              eval "$(acct token --format env -p work)" && curl -H @- "$URL" <<<"Authorization: Bearer $ACCESS_TOKEN"
              kubectl config set-credentials work --exec-api-version=client.authentication.k8s.io/v1 \\
                --exec-interactive-mode=Never --exec-command=acct --exec-arg=token,--format,exec-credential \\
                --exec-arg=-p,work,--resource,6dae42f8-4368-4678-94ff-500e3f00c7d3
            """)

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var permissions: TokenOptions

    @Option(
        help: ArgumentHelp(
            "The time the token must remain valid, such as 10m. Default: 5m, or half the life of a token if that is less; if "
                + "it cannot be refreshed now, a token that is still valid is enough.",
            valueName: "time"),
        transform: { try TimeSpan(option: $0) })
    var minValidity: TimeSpan?

    @Flag(help: "Get a new token from the server even if a valid one is cached.")
    var forceRefresh = false

    @Option(
        help: """
            The form of the output: json as --json, az as the Azure CLI, exec-credential for kubectl, env for eval in a \
            shell (ACCESS_TOKEN, and ACCESS_TOKEN_EXPIRES_ON in seconds since 1970), header for curl. Default: the bare \
            token.
            """)
    var format: TokenFormat?

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    var asJSON: Bool { invocation.asJSON }

    func validate() throws {
        if json.json, let format, format != .json { throw ValidationError("Give either --json or --format.") }
    }

    func run(_ services: Services) async throws { try await invocation.run(services) }

    var invocation: TokenInvocation {
        TokenInvocation(
            profile: profile.name, scopes: permissions.scope, resource: permissions.resource,
            minimumValidity: minValidity,
            forceRefresh: forceRefresh, format: json.json ? .json : format)
    }
}

/// The options for the resource and the permissions of a token.
struct TokenOptions: ParsableArguments {
    @Option(
        help: "A permission the token must have; repeat it for more. Default: the profile's own.", completion: .scopes)
    var scope: [String] = []

    @Option(
        help: ArgumentHelp(
            "The resource the token is for, as a URI, with all permissions that were consented to there.",
            valueName: "uri"),
        completion: .resources)
    var resource: String?

    var isGiven: Bool { !scope.isEmpty || resource != nil }

    func validate() throws {
        if !scope.isEmpty, resource != nil { throw ValidationError("Give either --scope or --resource.") }
    }
}

/// The request of `acct token`, read from the command line by argument-parser or by the fast path.
struct TokenInvocation: Invocation, Equatable {
    var profile: String?
    var scopes: [String] = []
    var resource: String?
    var minimumValidity: TimeSpan?
    var forceRefresh = false
    /// Nil for the bare token.
    var format: TokenFormat?

    var asJSON: Bool { format == .json }

    func run(_ services: Services) async throws {
        try requireValues()
        let action = action
        let selected = try services.selector.select(profile, for: action).profile
        if let resource, !selected.authority.kind.tokensHaveOneResource {
            throw Failure.otherResource(resource, than: selected)
        }
        try requestedScopes?.requireOneResource(at: selected.authority, graph: selected.graphResource) { scopes, _ in
            .token(of: selected.name, for: scopes)
        }
        let token = try await services.authenticator.tokenForProgram(
            of: selected, scopes: requestedScopes, forceRefresh: forceRefresh,
            minimumValidity: minimumValidity?.duration)
        try requireValidity(of: token, as: selected, at: services.clock.now())
        noteShortcomings(of: token, as: selected, services.output)
        switch format {
        case nil, .json: try services.output.print(TokenFields(token, selected), asJSON: asJSON)
        case let format?:
            services.output.line(try format.text(of: token, as: selected, environment: services.environment))
        }
        try services.usageRecorder.record(action, as: selected, served: [])
    }

    /// An empty variable of a script does not stand for the profile's own scopes.
    private func requireValues() throws {
        guard scopes.allSatisfy({ !Scopes(typed: [$0]).names.isEmpty }) else { throw Failure.emptyScope }
        if let resource, resource.isEmpty || resource.contains(where: \.isWhitespace) {
            throw Failure.notAResource(resource)
        }
    }

    /// - Throws: `Failure` for a token that expires before the time that `--min-validity` asks for.
    private func requireValidity(of token: AuthenticationResult, as profile: Profile, at now: Date) throws(Failure) {
        guard let minimumValidity else { return }
        let validity = token.expiresOn.timeIntervalSince(now)
        guard validity >= Double(minimumValidity.seconds) else {
            throw .validityTooShort(validity, for: minimumValidity, of: profile.name)
        }
    }

    /// Notes that the token was not renewed, and the scopes that it lacks.
    private func noteShortcomings(of token: AuthenticationResult, as profile: Profile, _ output: Output) {
        if token.source == .fallback {
            output.note("The token could not be refreshed; the cached one is still valid.")
        }
        guard !token.declinedScopes.isEmpty else { return }
        let problem = "The token lacks \(token.declinedScopes.spaceSeparated), which the server did not grant."
        output.note(
            profile.kind == .app
                ? Remark(problem)
                : Remark(
                    "\(problem) To ask again, run:", command: .consent(to: token.declinedScopes, of: profile.name)))
    }

    /// The request for the token as the ladder sees it.
    var action: Action {
        let resource = resource ?? Scopes(typed: scopes).names.first { $0.contains("://") }
        return resource.map { Action(tokenFor: $0) } ?? .graphToken
    }

    /// Nil for the profile's own scopes.
    private var requestedScopes: Scopes? {
        // A resource that ends with a slash keeps it: the platform compares what stands before `/.default` with the
        // resource.
        if let resource { return Scopes(defaultOf: resource) }
        return scopes.isEmpty ? nil : Scopes(typed: scopes)
    }
}
