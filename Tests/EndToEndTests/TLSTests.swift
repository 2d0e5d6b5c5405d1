import Foundation
import Testing

/// An issuer whose certificate comes from a private authority, as in many company networks.
@Suite(.needs(.glewlwyd, .sqlite3, .openssl, .socat)) struct TLSTests {
    @Test func certificateAuthorityIsTrustedWhenNamed() async throws {
        let workspace = try Workspace()
        let port = try ListeningPort.unused()
        let tls = try await TLSProxy(in: workspace, forwardingTo: port)
        try await withCleanup(tls.stop) {
            let server = try await Glewlwyd(publicURL: tls.address, port: port)
            try await withCleanup(server.stop) {
                let add =
                    [
                        Products.acct, "add", "alice", "--issuer", server.issuer, "--client-id", server.clientID,
                        "--device-code",
                    ]
                expect(
                    try await workspace.run(add),
                    ExpectedError(7, "localhost cannot be trusted: its certificate is not from a known authority"))
                #expect(try await workspace.store.dump() == "")

                let trust = ["CURL_CA_BUNDLE": tls.authority]
                let waiting = try workspace.start(add, environment: trust)
                let code = try await eventually("acct shows a code") {
                    if let code = waiting.exitCode { throw SystemError("exit code \(code): \(waiting.error)") }
                    return waiting.error.firstMatch(of: /enter the code (\S+)\n/).map { String($0.1) }
                }
                _ = try await server.session(of: "alice").send("GET", "/api/oidc/device?code=\(code)&g_continue")
                let run = try await waiting.run()
                #expect(run.status == 0, "\(run)")
                try await workspace.succeed("token --force-refresh", environment: trust)

                // A certificate error does not mark the sign-in as refused.
                expect(try await workspace.acct("token --force-refresh"), ExpectedError(7, "cannot be trusted"))
                try await workspace.succeed("token --force-refresh", environment: trust)
            }
        }
    }

    /// The test's authority is put in place of the system's: in its file, or in its folder.
    @Test(.needsRoot, .needs(.unshare), arguments: ["ca-certificates.crt", "hashed"])
    func namedAuthoritiesReplaceTheSystems(place: String) async throws {
        let workspace = try Workspace()
        let issuer = try ScriptedServer { _ in .response(404) }
        let tls = try await TLSProxy(in: workspace, forwardingTo: issuer.port)
        try await withCleanup(tls.stop) {
            for name in ["system", "with", "without"] {
                try FileManager.default.createDirectory(
                    atPath: "\(workspace.folder)/\(name)", withIntermediateDirectories: true)
            }
            let script = """
                set -e
                cd "$1"
                tool=$2
                "$tool" req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Other -keyout other.key -out other.pem
                cp ca.pem "system/$3"
                cp ca.pem with
                cp other.pem without
                for folder in with without; do "$tool" rehash $folder; done
                if [ "$3" = hashed.pem ]; then "$tool" rehash system; fi
                """
            let made = try await workspace.run(
                [
                    "/bin/sh", "-c", script, "sh", workspace.folder, try Tool.openssl.require(),
                    place + (place == "hashed" ? ".pem" : ""),
                ])
            try #require(made.status == 0, "\(made)")

            let (file, other) = (tls.authority, "\(workspace.folder)/other.pem")
            let (with, without) = ("\(workspace.folder)/with", "\(workspace.folder)/without")
            let cases: [([String: String], isTrusted: Bool)] = [
                ([:], true), (["CURL_CA_BUNDLE": other], false), (["SSL_CERT_FILE": other], false),
                (["SSL_CERT_DIR": without], false), (["SSL_CERT_FILE": other, "SSL_CERT_DIR": without], false),
                (["CURL_CA_BUNDLE": file], true), (["SSL_CERT_DIR": with], true),
                (["SSL_CERT_FILE": other, "SSL_CERT_DIR": with], true),
                (["SSL_CERT_FILE": file, "SSL_CERT_DIR": without], true), (["CURL_CA_BUNDLE": ""], true),
            ]
            for (variables, isTrusted) in cases {
                let mount = "mount --bind \(workspace.folder)/system /etc/ssl/certs && exec \"$@\""
                let run = try await workspace.run(
                    [try Tool.unshare.require(), "--mount", "/bin/sh", "-c", mount, "sh", Products.acct, "add", "a"]
                        + ["--issuer", tls.address, "--client-id", "c", "--device-code"],
                    environment: variables.mapValues(Optional.some))
                #expect(run.error.contains("cannot be trusted") == !isTrusted, "\(variables): \(run)")
                #expect(run.error.contains("no discovery document") == isTrusted, "\(variables): \(run)")
            }
        }
    }
}
