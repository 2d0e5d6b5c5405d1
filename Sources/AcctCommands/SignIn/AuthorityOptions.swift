import AccountProfiles
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// The options for the authority that issues the tokens of a new profile, and for its Graph endpoint.
struct AuthorityOptions: ParsableArguments {
    @Option(
        help:
            "The tenant: a domain or GUID; or organizations, consumers or common (the default) for the account's own.",
        completion: .tenants)
    var tenant: String?

    @Option(help: "The national cloud.")
    var cloud: Cloud?

    @Option(
        help: ArgumentHelp(
            "An Entra-shaped authority elsewhere, such as https://login.example.com/TENANT.", valueName: "url"))
    var authority: String?

    @Option(help: ArgumentHelp("Any OpenID Connect issuer, by its issuer URL.", valueName: "url"))
    var issuer: String?

    @Option(
        help: ArgumentHelp(
            "The Graph endpoint that belongs to --authority or --issuer, such as https://graph.example.com.",
            valueName: "url"))
    var graph: String?

    @Option(
        help: ArgumentHelp(
            "The API that the tokens are for, at an issuer that takes a resource (RFC 8707); repeat it for more.",
            valueName: "uri"))
    var resource: [String] = []

    @Option(
        help: ArgumentHelp("The API that the tokens are for, at an issuer that takes an audience, such as Auth0."))
    var audience: String?

    @Option(
        help: ArgumentHelp(
            "Another parameter of the issuer's sign-in page, such as access_type=offline; repeat it for more.",
            valueName: "name=value"))
    var parameter: [SignInParameter] = []

    @Option(
        help: ArgumentHelp(
            "A PEM file with the certificate and the unencrypted key that the authority's server asks for in the TLS handshake. acct remembers it with the profile.",
            valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    func validate() throws {
        if [authority, issuer, cloud?.rawValue].compactMap({ $0 }).count > 1 {
            throw ValidationError("Give only one of --cloud, --authority and --issuer.")
        }
        if issuer != nil, tenant != nil { throw ValidationError("An issuer has no tenants: remove --tenant.") }
    }

    /// The options as they were typed.
    var words: [String] {
        let single = [String](options: [
            "--tenant": tenant, "--cloud": cloud?.rawValue, "--authority": authority, "--issuer": issuer,
            "--graph": graph, "--audience": audience, "--tls-certificate": tlsCertificate,
        ])
        let repeated =
            resource.map { ("--resource", $0) }
            + parameter.map(\.parameter).map { ("--parameter", "\($0.name)=\($0.value)") }
        return single + repeated.flatMap { [$0, $1] }
    }

    var namesAuthority: Bool { authority != nil || issuer != nil || cloud != nil }

    /// - Parameter other: the authority of a signed-in account, for another of its tenants.
    func authority(basedOn other: Authority? = nil, at now: Date) throws -> Authority {
        var authority = try authorityAlone(basedOn: other)
        if let parameters = try parameters(of: authority.kind) {
            authority = try authority.with(parameters: parameters)
        }
        if let tlsCertificate {
            authority.clientCertificate = try TLSClientCertificate(option: tlsCertificate, at: now)
        }
        return authority
    }

    /// Nil without any.
    private func parameters(of kind: Authority.Kind) throws -> AuthorityParameters? {
        typealias Parameter = AuthorityParameters.Parameter
        let named: [Parameter] =
            resource.map { Parameter(name: "resource", value: $0) }
            + [audience].compactMap { $0 }.map { Parameter(name: "audience", value: $0) } + parameter.map(\.parameter)
        guard !named.isEmpty else { return nil }
        let parameters = try AuthorityParameters(named)
        guard kind.takesResource || !parameters.namesResource else { throw Failure.resourceOfScopes }
        return parameters
    }

    private func authorityAlone(basedOn other: Authority?) throws -> Authority {
        if let issuer { return try Authority(kind: .oidc, url: issuer) }
        if let other, let tenant { return try other.with(tenant: Self.checked(tenant)) }
        return try Authority(typed: authority, cloud: cloud, tenant: tenant, defaultTenant: "common")
    }

    /// - Throws: `Failure` for text that cannot name a tenant: neither a domain nor a GUID, nor a word that stands for the
    ///   account's own.
    fileprivate static func checked(_ tenant: String) throws(Failure) -> String {
        let words = ["common", "organizations", "consumers"]
        guard TenantName(tenant) != nil || words.contains(tenant.lowercased()) else { throw .invalidTenant(tenant) }
        return tenant
    }

    /// The value of `--graph`; else the endpoint of the cloud; else the host that the discovery document names.
    func graphEndpoint(of application: PublicClientApplication) async throws -> String? {
        if let named = try namedGraphEndpoint(at: application.authority) { return named }
        guard application.authority.kind.hasGraph, let host = try await application.openIDConfiguration().graphHost
        else { return nil }
        let scheme = application.authority.url.prefix { $0 != ":" }
        return try Self.graphEndpoint("\(scheme)://\(host)")
    }

    /// The endpoint that is known without asking the server.
    func namedGraphEndpoint(at authority: Authority) throws -> String? {
        if let graph { return try Self.graphEndpoint(graph) }
        return cloud?.graph ?? (authority.kind.hasGraph ? authority.cloud?.graph : nil)
    }

    static func graphEndpoint(_ url: String) throws -> String {
        let url = url.hasSuffix("/") ? String(url.dropLast()) : url
        guard let origin = try HTTPOrigin(parsing: url), origin.scheme == "https" || origin.isLoopback,
            url.split(separator: "/", omittingEmptySubsequences: false).count == 3
        else {
            throw Failure.invalidGraphEndpoint(url)
        }
        return url
    }
}

extension Profile.Kind {
    /// Whether an account of this kind can be in a tenant, as far as the tenant's name tells. An organisation can invite a
    /// personal account; the reverse does not exist.
    func canBeIn(tenant: String) -> Bool {
        switch self {
        case .personal: tenant.lowercased() != "organizations"
        case .work, .oidc: !["consumers", Authority.personalTenantID].contains(tenant.lowercased())
        case .app: false
        }
    }
}

/// The value of `--parameter`, a name and a value around the first `=`.
struct SignInParameter: ExpressibleByArgument {
    let parameter: AuthorityParameters.Parameter

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        parameter = AuthorityParameters.Parameter(name: parts[0], value: parts[1])
    }
}

extension Cloud: ExpressibleByArgument {}

extension Authority {
    /// The authority that options name.
    ///
    /// - Parameters:
    ///   - url: the value of `--authority`; nil for an authority of Microsoft.
    ///   - defaultTenant: the tenant of Microsoft's authority where none is named.
    init(typed url: String?, cloud: Cloud?, tenant: String?, defaultTenant: String) throws {
        guard let url else {
            let tenant = try tenant.map(AuthorityOptions.checked)
            try self.init(cloud: cloud ?? .global, tenant: tenant ?? defaultTenant)
            return
        }
        try self.init(url: url)
        if let tenant { self = try with(tenant: tenant) }
    }

    /// Whether tokens come from this machine, as those of an emulator do.
    var isLoopback: Bool { HTTPOrigin(url: url)?.isLoopback == true }
}
