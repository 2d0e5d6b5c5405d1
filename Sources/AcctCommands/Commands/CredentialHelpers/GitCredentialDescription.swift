import AuthCore
import FoundationEssentials
import HTTPTransport

/// The description of a credential that git and its helpers exchange: a line `name=value` for each attribute, up to an
/// empty line or the end (git-credential(1)).
struct GitCredentialDescription: Equatable {
    /// In bytes; git has no limit.
    static let sizeLimit = 1 << 22

    private var values: [String: String] = [:]
    private var password, credential: Secret?
    /// The values of `wwwauth[]`: the challenges of the server (RFC 9110 section 11.6.1). Git 2.41 and newer have them.
    private(set) var challenges: [String] = []
    /// The values of `capability[]`.
    private(set) var capabilities: [String] = []

    /// - Throws: `Failure` of kind `usage` for a line without an equals sign, a NUL byte, and more bytes than the limit.
    init(_ bytes: Data) throws(Failure) {
        guard bytes.count <= Self.sizeLimit else { throw .notACredentialDescription }
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard !line.isEmpty else { break }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")), !line.contains(0) else {
                throw .notACredentialDescription
            }
            let value = String(decoding: line[line.index(after: equals)...], as: UTF8.self)
            read(String(decoding: line[..<equals], as: UTF8.self), value)
        }
    }

    private mutating func read(_ name: String, _ value: String) {
        switch name {
        case "password": password = Secret(value)
        case "credential": credential = Secret(value)
        // An empty value clears a list.
        case "capability[]": capabilities = value.isEmpty ? [] : capabilities + [value]
        case "wwwauth[]": challenges = value.isEmpty ? [] : challenges + [value]
        default: values[name] = value
        }
    }

    /// The value of an attribute that is no secret; nil where it is missing or empty. Of several, the last one counts.
    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The password, or the credential in its place.
    var secret: Secret? { credential ?? password }

    /// The attributes that answer git.
    ///
    /// Git 2.46 and newer send the token as it is. Older ones send it as a password, which Azure DevOps takes as well.
    ///
    /// An attribute that would not stay on its line is left out, as git refuses to send it.
    ///
    /// - Parameter username: for a description that has none. A server that takes tokens ignores it.
    func answer(_ token: AuthenticationResult, username: String) -> String {
        let secret = token.accessToken.expose()
        let attributes =
            capabilities.contains("authtype")
            ? [("capability[]", "authtype"), ("authtype", "Bearer"), ("credential", secret), ("ephemeral", "1")]
            : [("username", self["username"] ?? username), ("password", secret)]
        return (attributes + [("password_expiry_utc", String(token.expiresOnEpoch))])
            .filter { !$1.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } }
            .map { "\($0)=\($1)" }.joined(separator: "\n")
    }
}
