import Foundation
import Testing

/// https on loopback in front of a server that speaks http, with a certificate authority of its own.
final class TLSFront: Sendable {
    let address: String
    let port: UInt16
    /// The certificate of the authority.
    let authority: String
    private let process: Child

    /// - Parameter names: whom the certificate is for.
    init(in workspace: Workspace, before port: UInt16, names: [String] = ["localhost"]) async throws {
        let own = try ListeningPort.unused()
        self.port = own
        address = "https://localhost:\(own)"
        authority = "\(workspace.folder)/ca.pem"
        let script = try workspace.file("certificates.sh", Self.script)
        let made = try await workspace.run(["/bin/sh", script, workspace.folder, try Tool.openssl.require()] + names)
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
        tool=$2
        shift 2
        "$tool" req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout tls.key -out tls.csr
        for name; do all=${all:+$all,}DNS:$name; done
        printf 'subjectAltName=%s\\n' "$all" > names
        "$tool" x509 -req -days 2 -in tls.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out tls.crt
        cat tls.key tls.crt > tls.pem

        """
}
