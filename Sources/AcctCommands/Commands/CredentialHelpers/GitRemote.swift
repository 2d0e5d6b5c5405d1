import AccountProfiles
import AuthCore
import HTTPTransport

/// The server of a remote repository that gets access tokens, with the repository as far as git names it.
struct GitRemote {
    let description: GitCredentialDescription
    /// The URI or app id of the API that the server's tokens are for.
    let resource: String
    /// `https`; `http` on this machine only.
    private let scheme: String
    private let host: RemoteHost
    /// With a leading slash; nil unless `credential.useHttpPath` is set.
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

    /// The repository as the action that rules match. At Azure DevOps an organization has two hosts, so there are two
    /// forms, the one at `dev.azure.com` first.
    var actions: [Action] {
        let typed = Action(
            path: path ?? organization.map { Self.path(ofOrganization: $0) },
            unsupportedKinds: host.isAzureDevOps ? [.oidc: "Azure DevOps takes accounts of Microsoft only"] : [:],
            clouds: Cloud.clouds(ofHost: host.name), hosts: host.names, topic: "git/\(host.name)")
        guard let label = host.organizationLabel else { return [typed] }
        var atNewHost = typed
        atNewHost.hosts = [RemoteHost.azureDevOpsHost]
        atNewHost.path = Self.path(ofOrganization: label, withoutCollection(path))
        return [atNewHost, typed]
    }

    /// A pattern of a rule for the organization, or for the first part of the path at another server.
    var rulePattern: String {
        guard let label = host.organizationLabel ?? organization else { return "\(scheme)://\(host.text)/*" }
        let name = host.organizationLabel == nil ? host.text : RemoteHost.azureDevOpsHost
        return "\(scheme)://\(name)/\(label)/*"
    }

    /// The first part of the path. Without a path the username of `https://contoso@dev.azure.com` is the organization.
    private var organization: String? {
        let name =
            path.map { String($0.dropFirst().prefix { $0 != "/" }) }
            ?? (host.isAzureDevOps ? description["username"] : nil)
        return name.flatMap { $0.utf8.allSatisfy(\.isOfOrganization) && !$0.isEmpty ? $0 : nil }
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

extension Selector {
    /// The profile that acts for a remote repository, by the ladder. Nothing is asked and nothing inferred.
    ///
    /// - Throws: `SelectionError`; `Failure` where several profiles could act.
    func select(_ flag: String?, for remote: GitRemote) throws -> (action: Action, profile: Profile) {
        let results = remote.actions.map { action in
            Result { (action: action, selection: try decide(flag, for: action)) }
        }
        do {
            // A rule for either form of the address decides.
            let byRule = results.first { (try? $0.get().selection.step) == .rule }
            let (action, selection) = try (byRule ?? results[0]).get()
            return (action, selection.profile)
        } catch SelectionError.ambiguous(let tie) {
            throw Failure(tie, at: remote.rulePattern)
        }
    }
}

/// The host of a remote repository, in lower case.
private struct RemoteHost {
    static let azureDevOpsHost = "dev.azure.com"

    /// With the port, if there is one.
    let text: String
    /// Without the port.
    let name: String
    private let port: UInt16?

    /// - Returns: nil for a text that is not plainly the name or address of a host: with user information, a trailing dot
    ///   or characters beyond ASCII.
    init?(_ typed: String) {
        guard typed.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        text = typed.lowercased()
        let end = text.hasPrefix("[") ? text.lastIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        name = String(text[..<(end ?? text.endIndex)])
        let remainder = text.dropFirst(name.count)
        port = UInt16(remainder.dropFirst())
        guard remainder.isEmpty || remainder.hasPrefix(":") && port != nil else { return nil }
        guard Self.isName(name) || Self.isIPv6Address(name) else { return nil }
    }

    /// Whether the text is labels with dots between, as those of an IPv4 address are too.
    private static func isName(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        }
    }

    /// Whether the text is in brackets; libcurl judges what is between.
    private static func isIPv6Address(_ text: String) -> Bool {
        text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.dropFirst().dropLast().allSatisfy(\.isOfIPv6Address)
    }

    var isLoopback: Bool { HTTPOrigin.isLoopback(host: name) }

    /// The forms that a rule can name it by.
    var names: [String] { port == nil ? [name] : [text, name] }

    var isAzureDevOps: Bool {
        (port == nil || port == 443)
            && (name == Self.azureDevOpsHost || name.hasSuffix(".\(Self.azureDevOpsHost)") || organizationLabel != nil)
    }

    /// The organization of an older address of Azure DevOps: `contoso` of `contoso.visualstudio.com`.
    var organizationLabel: String? {
        name.hasSuffix(".visualstudio.com") ? String(name.prefix { $0 != "." }) : nil
    }
}

extension UInt8 {
    fileprivate var isOfIPv6Address: Bool { Array("0123456789abcdef:.".utf8).contains(self) }
    fileprivate var isOfOrganization: Bool { isASCIIAlphanumeric || Array("-._".utf8).contains(self) }
}
