import AuthCore
import FoundationEssentials
import HTTPTransport

/// The answer of a credential plugin to kubectl and other clients of Kubernetes (`client.authentication.k8s.io`).
struct ExecCredential: Encodable {
    let apiVersion: String
    let kind = Self.kind
    let status: Status

    struct Status: Encodable {
        /// In UTC (RFC 3339).
        let expirationTimestamp: String
        let token: String
    }

    /// - Parameter environment: `KUBERNETES_EXEC_INFO` is an ExecCredential with the version that the client asks for.
    /// - Throws: `Failure` of kind `usage` for a version that is not supported.
    init(_ token: AuthenticationResult, _ environment: Environment) throws(Failure) {
        apiVersion = try Self.version(requestedIn: environment["KUBERNETES_EXEC_INFO"])
        status = Status(
            expirationTimestamp: CalendarTime(utc: token.expiresOnEpoch).rfc3339, token: token.accessToken.expose())
    }

    private static let kind = "ExecCredential"
    /// The newest comes first. Both have the same fields.
    private static let versions = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"]

    /// - Parameter info: nil where the person runs the command.
    private static func version(requestedIn info: String?) throws(Failure) -> String {
        guard let info else { return versions[0] }
        struct Request: Decodable { let apiVersion, kind: String }
        guard let request = try? JSONDecoder().decode(Request.self, from: Data(info.utf8)), request.kind == kind else {
            throw .execInfoInvalid
        }
        guard versions.contains(request.apiVersion) else { throw .execVersion(request.apiVersion, among: versions) }
        return request.apiVersion
    }
}
