import Testing

/// An issuer whose certificate comes from a private authority, as in many company networks.
@Suite(.needs(.glewlwyd, .sqlite3, .openssl, .socat)) struct TLSTests {
    @Test func certificateAuthorityIsTrustedWhenNamed() async throws {
        let workspace = try Workspace()
        let port = try ListeningPort.unused()
        let tls = try await TLSProxy(in: workspace, forwardingTo: port)
        let server = try await Glewlwyd(publicURL: tls.address, port: port)
        let add =
            [Products.acct, "add", "alice", "--issuer", server.issuer, "--client-id", server.clientID, "--device-code"]
        expect(
            try await workspace.run(add), ExpectedError(7, "localhost cannot be trusted"))
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
        await tls.stop()
        await server.stop()
    }
}
