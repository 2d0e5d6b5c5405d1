import HTTPTransport

/// The agent of Azure Arc on machines outside Azure. Its challenge demands the content of a file that it has just
/// written, which proves that the program may read it.
struct ArcEndpoint: ManagedIdentityEndpoint {
    let name = "Azure Arc"
    var url = "http://localhost:40342/metadata/identity/oauth2/token"
    /// The agent's own folder. A key file anywhere else would be read for another program on the agent's port.
    var keyFolder = "/var/opt/azcmagent/tokens"

    static let agent = "/opt/azcmagent/bin/himds"
    private static let keyLimit = 4096

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        guard identity == .system else { throw .unsupportedIdentity(identity) }
        var request = get(url, query: [("api-version", "2020-06-01"), ("resource", resource)])
        request.headers["Metadata"] = "true"
        return request
    }

    func request(answering response: HTTPResponse, to request: HTTPRequest) throws(ManagedIdentityProblem)
        -> HTTPRequest?
    {
        guard response.status == 401 else { return nil }
        let challenge = response.headers["WWW-Authenticate"] ?? ""
        guard let path = challenge.wholeMatch(of: /(?i:Basic)\s+realm=(.+)/)?.1 else {
            throw .untrustedKeyFile(challenge)
        }
        var request = request
        // The content is sent as it is, although Basic authentication is base64 elsewhere.
        request.headers.set("Authorization", secret: Secret("Basic \(try key(at: String(path)).expose())"))
        return request
    }

    /// Documented checks: the folder, the extension and the size.
    private func key(at path: String) throws(ManagedIdentityProblem) -> Secret {
        let path = path.trimmingASCII { "\" ".utf8.contains($0) }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard path == "\(keyFolder)/\(name)", name.hasSuffix(".key") else { throw .untrustedKeyFile(path) }
        let text: String
        do throws(FileProblem) { text = try CredentialFile.text(at: path, limit: Self.keyLimit) } catch {
            throw error == .tooLarge ? .untrustedKeyFile(path) : .unreadableKeyFile(path)
        }
        guard !text.isEmpty else { throw .unreadableKeyFile(path) }
        return Secret(text.trimmingASCII(while: \.isASCIINewline))
    }
}
