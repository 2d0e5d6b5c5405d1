import Foundation
import Testing

/// A certificate with its key, made by openssl, and the values that are registered with a tenant.
struct AppCertificate {
    /// A PEM file with the certificate and the key.
    let path: String
    /// In PEM.
    let publicKey: String
    /// SHA-256 in base64url, as openssl computes it: `acct` computes its own.
    let thumbprint: String

    /// - Parameter days: its lifetime.
    init(_ name: String, in workspace: Workspace, days: Int = 2) async throws {
        path = "\(workspace.folder)/\(name).pem"
        let openssl = try Tool.openssl.require()
        let script = try workspace.file("\(name).sh", Self.script)
        let made = try await workspace.run(["/bin/sh", script, path, openssl, "\(days)"])
        try #require(made.status == 0, "\(made)")
        publicKey = try String(contentsOfFile: "\(path).pub", encoding: .utf8)
        thumbprint = try Data(contentsOf: URL(fileURLWithPath: "\(path).sha256")).base64URL
    }

    /// A client assertion with these claims, signed by openssl with RS256, which `acct` itself never uses for Entra.
    func signed(_ claims: some Encodable, in workspace: Workspace) async throws -> String {
        let header = try JSONEncoder().encode(["alg": "RS256", "x5t#S256": thumbprint])
        let text = "\(header.base64URL).\(try JSONEncoder().encode(claims).base64URL)"
        let file = try workspace.file("unsigned.jwt", text)
        let run = try await workspace.run(
            [try Tool.openssl.require(), "dgst", "-sha256", "-sign", "\(path).key", file])
        try #require(run.status == 0, "\(run)")
        return "\(text).\(run.output.base64URL)"
    }

    private static let script = """
        set -e
        "$2" req -x509 -newkey rsa:2048 -nodes -days "$3" -subj '/CN=An app for tests' -keyout "$1.key" -out "$1.crt"
        cat "$1.key" "$1.crt" > "$1"
        "$2" x509 -in "$1.crt" -noout -pubkey > "$1.pub"
        "$2" x509 -in "$1.crt" -outform DER -out "$1.der"
        "$2" dgst -sha256 -binary -out "$1.sha256" "$1.der"

        """
}

/// A TLS proxy on loopback for a server that speaks http, with its own certificate authority.
final class TLSProxy: Sendable {
    let address: String
    let port: UInt16
    /// The certificate of the authority.
    let authority: String
    /// A certificate of the same authority for a client, with its key.
    let clientCertificate: String
    private let process: Child

    /// - Parameters:
    ///   - names: the hosts of the certificate.
    ///   - days: its lifetime; negative for one that has expired.
    ///   - requiresClientCertificate: whether only clients with a certificate of the authority are admitted.
    init(
        in workspace: Workspace, forwardingTo port: UInt16, names: [String] = ["localhost"], days: Int = 2,
        requiresClientCertificate: Bool = false
    ) async throws {
        let own = try ListeningPort.unused()
        self.port = own
        address = "https://localhost:\(own)"
        authority = "\(workspace.folder)/ca.pem"
        clientCertificate = "\(workspace.folder)/client.pem"
        let script = try workspace.file("certificates.sh", Self.script)
        let made = try await workspace.run(
            ["/bin/sh", script, workspace.folder, try Tool.openssl.require(), "\(days)"] + names)
        try #require(made.status == 0, "\(made)")
        // Within TLS 1.2 the server judges the certificate before the handshake ends.
        let verification =
            requiresClientCertificate ? "verify=1,cafile=\(authority),openssl-max-proto-version=TLS1.2" : "verify=0"
        let listening =
            "OPENSSL-LISTEN:\(own),bind=127.0.0.1,reuseaddr,fork,\(verification),cert=\(workspace.folder)/tls.pem"
        process = try workspace.start([try Tool.socat.require(), listening, "TCP:127.0.0.1:\(port)"])
    }

    func stop() async {
        await process.stop()
    }

    private static let script = """
        set -e
        cd "$1"
        "$2" req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=An authority for tests' -keyout ca.key -out ca.pem
        tool=$2
        days=$3
        shift 3
        "$tool" req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout tls.key -out tls.csr
        for name; do all=${all:+$all,}DNS:$name; done
        printf 'subjectAltName=%s\\n' "$all" > names
        "$tool" x509 -req -days "$days" -in tls.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out tls.crt
        cat tls.key tls.crt > tls.pem
        "$tool" req -newkey rsa:2048 -nodes -subj '/CN=A client' -keyout client.key -out client.csr
        "$tool" x509 -req -days 2 -in client.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out client.crt
        cat client.key client.crt > client.pem

        """
}
