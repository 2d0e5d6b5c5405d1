import Foundation
import Testing

/// kubectl with `acct token --format exec-credential` as its credential plugin.
@Suite struct KubernetesTests {
    // Version 1.20, which Debian 12 has, knows v1beta1 alone.
    @Test(.needs(.kubectl, .openssl, .socat)) func clusterGetsTheTokenOfTheProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let token = try await sandbox.succeed("token").line
            let cluster = try ScriptedServer { request in
                request.headers["authorization"] == "Bearer \(token)"
                    ? .response(200, #"{"kind":"Status"}"#, headers: ["Content-Type: application/json"])
                    : .response(401)
            }
            // kubectl sends no credential without TLS.
            let proxy = try await TLSProxy(in: sandbox.workspace, forwardingTo: cluster.port)
            try await withCleanup(proxy.stop) {
                let file = try sandbox.workspace.file("kubeconfig", Self.configuration(of: proxy))
                let command = [try Tool.kubectl.require(), "--kubeconfig", file, "get", "--raw", "/api"]
                let run = try await eventually("the proxy listens") {
                    let run = try await sandbox.workspace.run(command)
                    return run.error.contains("refused") ? nil : run
                }
                #expect(run.status == 0 && run.line == #"{"kind":"Status"}"#, "\(run)")

                try await sandbox.succeed("sign-out alice")
                let refused = try await sandbox.workspace.run(command)
                #expect(refused.status == 1 && refused.error.contains("Run: acct sign-in alice"), "\(refused)")
            }
        }
    }

    private static func configuration(of proxy: TLSProxy) -> String {
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "\(proxy.address)", certificate-authority: "\(proxy.authority)"}}]
        contexts: [{name: c, context: {cluster: c, user: u}}]
        current-context: c
        users:
        - name: u
          user:
            exec:
              apiVersion: client.authentication.k8s.io/v1beta1
              command: \(Products.acct)
              args: [token, --format, exec-credential, -p, alice]
              interactiveMode: Never
        """
    }
}
