import AccountProfiles
import FoundationEssentials
import HTTPTransport

/// The address of a git remote or of a container registry, as a person types it to ask which profile acts there.
struct RemoteAddress {
    let server: any CredentialServer
    /// The address as the beginning of a sentence.
    let inWords: String

    /// - Parameter text: the https URL of a remote, or the name of a registry of Azure.
    /// - Throws: `Failure` of kind `usage` for anything else.
    init(_ text: String) throws(Failure) {
        if let registry = ContainerRegistry(Data(text.utf8)), !registry.isLoopback {
            (server, inWords) = (registry, "Docker at \(registry.host)")
        } else if let remote = GitRemote(url: text) {
            (server, inWords) = (remote, "Git at \(text)")
        } else {
            throw .notARemote(text)
        }
    }
}

extension GitRemote {
    /// Reads the URL of a remote as git does with `credential.useHttpPath`. For a server other than Azure DevOps's the
    /// resource is that of git's configuration, which is not read: it has no part in the choice of the profile.
    fileprivate init?(url: String) {
        guard let separator = url.firstRange(of: "://"), !url.utf8.contains(where: { $0 < 0x21 || $0 == 0x7F }) else {
            return nil
        }
        let address = url[separator.upperBound...]
        let authority = address.prefix { $0 != "/" }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let typed = authority.dropLast(host.count).prefix { $0 != ":" && $0 != "@" }
        let username = PercentEncoding.decode(typed)
        guard !username.utf8.contains(where: { $0 < 0x21 || $0 == 0x7F }) else { return nil }
        let attributes = [
            ("protocol", url[..<separator.lowerBound]), ("host", host), ("username", username[...]),
            ("path", address.dropFirst(authority.count + 1)),
        ]
        let text = attributes.map { "\($0)=\($1)\n" }.joined()
        guard let description = try? GitCredentialDescription(Data(text.utf8)) else { return nil }
        self.init(description, resource: "")
    }
}
