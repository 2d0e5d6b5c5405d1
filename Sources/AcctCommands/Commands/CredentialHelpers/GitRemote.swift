import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The server of a remote repository that gets access tokens, with the repository as far as git names it.
struct GitRemote: CredentialServer {
    let description: GitCredentialDescription
    /// The URI or app id of the API that the server's tokens are for.
    let resource: String
    /// `https`; `http` on this machine only.
    private let scheme: String
    private let host: RemoteHost
    /// The path with a leading slash; nil unless `credential.useHttpPath` is set.
    private let path: String?

    /// The app id of Azure DevOps.
    private static let azureDevOps = "499b84ac-1321-427f-aa17-267ca6975798"

    /// - Parameter resource: the one that the person named for the server.
    /// - Returns: nil for a server that gets no token: any but those of Azure DevOps where no resource is named, and any
    ///   without TLS that is not this machine.
    init?(_ description: GitCredentialDescription, resource: String?) {
        guard let scheme = description["protocol"]?.lowercased(), let name = description["host"],
            let host = RemoteHost(name), scheme == "https" || scheme == "http" && host.isLoopback
        else { return nil }
        guard let resource = resource ?? (host.isAzureDevOps && scheme == "https" ? Self.azureDevOps : nil) else {
            return nil
        }
        (self.description, self.resource, self.scheme, self.host) = (description, resource, scheme, host)
        path = description["path"].map { "/\($0)" }
    }

    /// The account and the tenant that are meant. A username with a domain is that of an account: git has it from the
    /// address, or from `credential.username`.
    private var hints: [TenantHint] {
        let username = description["username"].flatMap { $0.dropFirst().dropLast().contains("@") ? $0 : nil }
        return (username.map { [TenantHint(.account($0), at: $0)] } ?? [])
            + organizationTenants.map { TenantHint(.tenant($0), at: "the organization") }
    }

    /// The tenant of the organization, which Azure DevOps names in its challenge. No other server may choose an account.
    /// An organization of personal accounts has an id of zeros.
    private var organizationTenants: [String] {
        guard host.isAzureDevOps else { return [] }
        let headers = HTTPHeaders(description.challenges.map { ("WWW-Authenticate", $0) })
        return AuthenticationChallenge.all(in: headers).compactMap { challenge -> String? in
            guard let page = challenge.parameters["authorization_uri"], let host = HTTPOrigin(url: page)?.host,
                Cloud(loginHost: host) != nil
            else { return nil }
            return page.split(separator: "/").dropFirst(2).first.map(String.init)
        }.filter { !$0.allSatisfy("0-".contains) }
    }

    /// The repository as the action that rules match. At Azure DevOps an organization has several hosts.
    var action: Action {
        let typed = Action.Address(hosts: host.names, path: rulePath)
        var action = Action(
            path: rulePath, givesToken: true,
            unsupportedKinds: host.isAzureDevOps ? [.oidc: "Azure DevOps takes accounts of Microsoft only"] : [:],
            clouds: Cloud.clouds(ofHost: host.name), hosts: host.names, hints: hints,
            topic: "git/\(host.name)")
        guard host.isAzureDevOps, host.name != RemoteHost.azureDevOpsHost else { return action }
        (action.hosts, action.aliases) = ([RemoteHost.azureDevOpsHost], [typed])
        if let label = host.organizationLabel {
            action.path = Self.path(ofOrganization: label, withoutCollection(path))
        }
        return action
    }

    /// The path that rules match; that of an organization alone stands for everything in it.
    private var rulePath: String? {
        guard host.organizationLabel == nil else { return path }
        let isOrganization = host.isAzureDevOps && path?.split(separator: "/").count == 1
        guard let path, !isOrganization else { return organization.map { Self.path(ofOrganization: $0) } }
        return path
    }

    /// A pattern of a rule for the organization, or for the first part of the path at another server.
    var rulePattern: String {
        guard let label = host.organizationLabel ?? organization else { return "\(scheme)://\(host.text)/*" }
        let name = host.isAzureDevOps ? RemoteHost.azureDevOpsHost : host.text
        return "\(scheme)://\(name)/\(label)/*"
    }

    /// The first part of the path. Without a path the username of `https://contoso@dev.azure.com` is the organization.
    private var organization: String? {
        let name =
            path.map { String($0.dropFirst().prefix { $0 != "/" }) }
            ?? (host.isAzureDevOps ? description["username"] : nil)
        return name.flatMap { $0.utf8.allSatisfy(\.isOfOrganization) && !$0.isEmpty ? $0 : nil }
    }

    /// Git names the host alone where it was not told to name the path.
    func requireNoPossibleRule(for selection: Selection) throws(Failure) {
        guard let rule = selection.possibleRule else { return }
        if path != nil { throw .possibleRule(rule, beside: selection, givesToken: true) }
        throw .unnamedRepository(of: rulePattern, rule.pattern.text)
    }

    /// Without a repository, `_git` stands for it, so that a pattern for everything of the organization matches.
    private static func path(ofOrganization name: String, _ repository: String? = nil) -> String {
        "/\(name)\(repository ?? "/_git")"
    }

    /// The path at `dev.azure.com` begins with the project. At the older host a collection can precede it.
    private func withoutCollection(_ path: String?) -> String? {
        let collection = "/defaultcollection"
        guard let path, path.lowercased().hasPrefix(collection + "/") else { return path }
        return String(path.dropFirst(collection.count))
    }
}

extension UInt8 {
    fileprivate var isOfOrganization: Bool { isASCIIAlphanumeric || Array("-._".utf8).contains(self) }
}
