import Foundation
import Testing

/// https on loopback in front of a server that speaks http, with a certificate authority of its own.
final class TLSFront: Sendable {
    let address: String
    /// The certificate of the authority.
    let authority: String
    private let process: Child

    init(in workspace: Workspace, before port: UInt16) async throws {
        let own = try ListeningPort.unused()
        address = "https://localhost:\(own)"
        authority = "\(workspace.folder)/ca.pem"
        let script = try workspace.file("certificates.sh", Self.script)
        let made = try await workspace.run(["/bin/sh", script, workspace.folder, try Tool.openssl.require()])
        try #require(made.status == 0, "\(made)")
        let listening = "OPENSSL-LISTEN:\(own),bind=127.0.0.1,reuseaddr,fork,verify=0,cert=\(workspace.folder)/tls.pem"
        process = try workspace.start([try Tool.socat.require(), listening, "TCP:127.0.0.1:\(port)"])
    }

    func stop() async {
        await process.stop()
    }

    private static let script = """
        set -e
        cd "$1"
        "$2" req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=An authority for tests' -keyout ca.key -out ca.pem
        "$2" req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout tls.key -out tls.csr
        printf 'subjectAltName=DNS:localhost\\n' > names
        "$2" x509 -req -days 2 -in tls.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out tls.crt
        cat tls.key tls.crt > tls.pem

        """
}
