import Foundation
import HTTPTransport

/// Azure Arc's agent on machines outside Azure. It has the program prove that it may read a file that the agent has just
/// written.
struct ArcEndpoint: ManagedIdentityEndpoint {
    let name = "Azure Arc"
    var url = "http://localhost:40342/metadata/identity/oauth2/token"
    /// Key files anywhere else are not the agent's, and would be read for whoever answers on its port.
    var keyFolder = "/var/opt/azcmagent/tokens"

    static let agent = "/opt/azcmagent/bin/himds"
    private static let keyLimit = 4096

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        guard identity == .system else { throw .unsupportedIdentity(identity) }
        var request = get(url, [("api-version", "2020-06-01"), ("resource", resource)])
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
        // The content as it is, though Basic is base64 elsewhere.
        request.headers.set("Authorization", secret: Secret("Basic \(try key(at: String(path)).expose())"))
        return request
    }

    /// Documented checks: the folder, the extension and the size.
    private func key(at path: String) throws(ManagedIdentityProblem) -> Secret {
        let path = path.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard path == "\(keyFolder)/\(name)", name.hasSuffix(".key") else { throw .untrustedKeyFile(path) }
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: ArcEndpoint.keyLimit + 1),
            let text = String(data: data, encoding: .utf8)
        else { throw .unreadableKeyFile(path) }
        guard data.count <= ArcEndpoint.keyLimit else { throw .untrustedKeyFile(path) }
        return Secret(text.trimmingCharacters(in: .newlines))
    }
}
