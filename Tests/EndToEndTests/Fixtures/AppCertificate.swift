import Foundation
import Testing

/// A certificate with its key, made by openssl, and what a tenant would be told about it.
struct AppCertificate {
    /// One PEM file with both.
    let path: String
    /// In PEM.
    let publicKey: String
    /// SHA-256 in base64url, as openssl computes it: `acct` computes its own.
    let thumbprint: String

    init(_ name: String, in workspace: Workspace) async throws {
        path = "\(workspace.folder)/\(name).pem"
        let openssl = try Tool.openssl.require()
        let script = try workspace.file("\(name).sh", Self.script)
        let made = try await workspace.run(["/bin/sh", script, path, openssl])
        try #require(made.status == 0, "\(made)")
        publicKey = try String(contentsOfFile: "\(path).pub", encoding: .utf8)
        thumbprint = Self.base64URL(try Data(contentsOf: URL(fileURLWithPath: "\(path).sha256")))
    }

    /// A statement with these claims, signed by openssl with RS256, which `acct` itself never uses for Entra.
    func signed(_ claims: some Encodable, in workspace: Workspace) async throws -> String {
        let header = try JSONEncoder().encode(["alg": "RS256", "x5t#S256": thumbprint])
        let text = "\(Self.base64URL(header)).\(Self.base64URL(try JSONEncoder().encode(claims)))"
        let file = try workspace.file("unsigned.jwt", text)
        let run = try await workspace.run(
            [try Tool.openssl.require(), "dgst", "-sha256", "-sign", "\(path).key", file])
        try #require(run.status == 0, "\(run)")
        return "\(text).\(Self.base64URL(run.output))"
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static let script = """
        set -e
        "$2" req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=An app for tests' -keyout "$1.key" -out "$1.crt"
        cat "$1.key" "$1.crt" > "$1"
        "$2" x509 -in "$1.crt" -noout -pubkey > "$1.pub"
        "$2" x509 -in "$1.crt" -outform DER -out "$1.der"
        "$2" dgst -sha256 -binary -out "$1.sha256" "$1.der"

        """
}
