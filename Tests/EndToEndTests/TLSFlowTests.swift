import Foundation
import Testing

/// Every request of a sign-in, a renewal and a sign-out needs a server with a certificate that is trusted. Where it has
/// none, nothing is sent and nothing is stored.
@Suite(.needs(.openssl, .socat, .sqlite3)) struct TLSFlowTests {
    private typealias Flow = (name: String, run: ([String: String?]) async throws -> Run)

    /// An environment in which the login host cannot be trusted, and the sentence about it.
    private struct Fault {
        let environment: [String: String?]
        let words: String
    }

    @Test func flowsEndWhereTheCertificateIsNotTrusted() async throws {
        try await PublicHosts.run { hosts in
            let certificate = try await AppCertificate("app", in: hosts.sandbox.workspace)
            try await hosts.sandbox.register(certificate)
            let unknown = Fault(
                environment: hosts.environment(["CURL_CA_BUNDLE": nil]),
                words: "its certificate is not from a known authority")
            try await withCertificate(of: ["other.example"], for: hosts) { otherHost in
                try await withCertificate(of: PublicHosts.names, days: -1, for: hosts) { expired in
                    let faults = [
                        unknown, Fault(environment: otherHost, words: "its certificate is for other hosts."),
                        Fault(environment: expired, words: "its certificate has expired."),
                    ]
                    for flow in flows(hosts, certificate.path) { try await check(flow, faults, hosts) }
                    try await checkManagedIdentity(faults, hosts)
                    try await checkRevocation(faults[0], hosts)
                }
            }
        }
    }

    private func flows(_ hosts: PublicHosts, _ certificate: String) -> [Flow] {
        func acct(_ line: String, _ options: [String] = [], input: String? = nil) -> ([String: String?]) async throws ->
            Run
        {
            { try await hosts.sandbox.acct(line, options, input: input.map { Data($0.utf8) }, environment: $0) }
        }
        let daemon = hosts.sandbox.server.daemon
        let app = "--tenant contoso.example --client-id \(daemon.clientId)"
        return [
            ("browser", acct("add work", hosts.signIn(as: "dana@contoso.example"))),
            ("paste", { try await paste(hosts, $0) }), ("device code", { try await deviceCode(hosts, $0) }),
            ("refresh", acct("token -p work --force-refresh")), ("Graph", acct("graph /me -p work")),
            ("another tenant", acct("add guest --tenant fabrikam.example --account work")),
            ("secret", acct("add report --client-secret-stdin \(app)", input: daemon.clientSecret)),
            ("certificate", acct("add ci --certificate \(certificate) \(app)")),
        ]
    }

    private func check(_ flow: Flow, _ faults: [Fault], _ hosts: PublicHosts) async throws {
        let before = try await hosts.sandbox.store.dump()
        for fault in faults {
            let run = try await flow.run(fault.environment)
            expect(run, ExpectedError(7, "cannot be trusted: \(fault.words)"))
            #expect(try await hosts.sandbox.store.dump() == before, "\(flow.name)")
        }
        let run = try await flow.run(hosts.environment())
        #expect(run.status == 0, "\(flow.name): \(run)")
    }

    /// The identity service of a machine speaks http on loopback.
    private func checkManagedIdentity(_ faults: [Fault], _ hosts: PublicHosts) async throws {
        let machine = hosts.sandbox.server.machine
        let service = ["IDENTITY_ENDPOINT": machine.identityEndpoint, "IDENTITY_HEADER": machine.identityHeader]
        for (number, fault) in faults.enumerated() {
            try await hosts.sandbox.succeed(
                "add machine\(number) --managed-identity", environment: fault.environment.merging(service) { $1 })
        }
    }

    /// The tokens of this machine go whether or not the server can be reached.
    private func checkRevocation(_ fault: Fault, _ hosts: PublicHosts) async throws {
        let scope = "--scope User.RevokeSessions.All"
        // The administrator's browser needs no certificate of acct's.
        try await hosts.sandbox.succeed(
            "consent code --admin \(scope)", hosts.browser("alice@contoso.example"), environment: fault.environment)
        try await hosts.succeed("consent code \(scope)", hosts.browser("bob@contoso.example"))
        let run = try await hosts.sandbox.acct("sign-out code --revoke", environment: fault.environment)
        #expect(run.status == 7 && run.error.contains("were not ended: "), "\(run)")
        #expect(run.error.contains("cannot be trusted: \(fault.words)"), "\(run)")
        try await hosts.succeed("sign-in code", hosts.browser("bob@contoso.example"))
        try await hosts.succeed("sign-out code --revoke")
    }

    private func deviceCode(_ hosts: PublicHosts, _ environment: [String: String?]) async throws -> Run {
        let adding = try hosts.sandbox.workspace.start(
            [Products.acct, "add", "code", "--device-code", "--client-id", hosts.sandbox.server.clientId],
            environment: environment)
        if let code = try? await hosts.sandbox.userCode(shownBy: adding) {
            _ = try await hosts.sandbox.browse(
                "--as bob@contoso.example --port \(hosts.sandbox.port) --code \(code)",
                "https://login.microsoftonline.com/device")
        }
        return try await adding.run()
    }

    private func paste(_ hosts: PublicHosts, _ environment: [String: String?]) async throws -> Run {
        let terminal = try PseudoTerminal(columns: 300)
        // A server of the test stands for the page that a browser elsewhere cannot load.
        let elsewhere = try ScriptedServer { _ in .response(200) }
        let adding = try hosts.sandbox.workspace.start(
            [
                Products.acct, "add", "pasted", "--paste", "--redirect-port", "\(elsewhere.port)", "--client-id",
                hosts.sandbox.server.clientId,
            ], input: .terminal(path: terminal.path),
            environment: environment.merging(["TERM": "dumb"]) { $1 })
        let page = try await eventually("acct shows the page or ends") { () -> String? in
            if adding.exitCode != nil { return "" }
            return terminal.text.firstMatch(of: /\n(https:\/\/\S+authorize\S+)\n/).map { String($0.1) }
        }
        if !page.isEmpty {
            _ = try await hosts.sandbox.browse("--as gail@tailspin.example --port \(hosts.sandbox.port)", page)
            terminal.type("\(elsewhere.url)\(try #require(elsewhere.requests.first?.target))\n")
        }
        let status = try await adding.finish(within: .seconds(60))
        return Run(command: adding.command, status: status, output: Data(), error: terminal.text)
    }

    /// Calls `test` with an environment in which Microsoft's hosts have another certificate, of a trusted authority.
    private func withCertificate(
        of names: [String], days: Int = 2, for hosts: PublicHosts,
        _ test: ([String: String?]) async throws -> Void
    ) async throws {
        let workspace = try Workspace()
        let tls = try await TLSProxy(in: workspace, forwardingTo: hosts.sandbox.port, names: names, days: days)
        let routes = Dictionary(uniqueKeysWithValues: PublicHosts.names.map { ("\($0):443", tls.port) })
        let proxy = try ConnectProxy(routes: routes)
        try await withCleanup(tls.stop) {
            try await test(hosts.environment(["HTTPS_PROXY": proxy.url, "CURL_CA_BUNDLE": tls.authority]))
        }
    }
}
