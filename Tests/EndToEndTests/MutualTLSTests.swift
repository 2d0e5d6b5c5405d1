import Foundation
import Testing

/// An authority whose server admits only clients with a certificate.
@Suite(.needs(.openssl, .socat, .sqlite3)) struct MutualTLSTests {
    /// Calls `test` with a proxy that asks for a certificate, and an environment in which the login hosts are behind it.
    /// Graph is behind it, too, or behind one that asks for none.
    private func run(
        isGraphBehindIt: Bool = false, _ test: (PublicHosts, TLSProxy, [String: String?]) async throws -> Void
    ) async throws {
        try await PublicHosts.run { hosts in
            let workspace = try Workspace()
            let tls = try await TLSProxy(
                in: workspace, forwardingTo: hosts.sandbox.port, names: PublicHosts.names,
                requiresClientCertificate: true)
            let routes = PublicHosts.names.map { name in
                ("\(name):443", name.hasPrefix("login.") || isGraphBehindIt ? tls.port : hosts.tls.port)
            }
            let proxy = try ConnectProxy(routes: Dictionary(uniqueKeysWithValues: routes))
            let authorities = try [tls.authority, hosts.tls.authority].map {
                try String(contentsOfFile: $0, encoding: .utf8)
            }
            let bundle = try workspace.file("both.pem", authorities.joined())
            try await withCleanup(tls.stop) {
                try await test(hosts, tls, hosts.environment(["HTTPS_PROXY": proxy.url, "CURL_CA_BUNDLE": bundle]))
            }
        }
    }

    @Test func profileRemembersItsCertificate() async throws {
        try await run { hosts, tls, environment in
            func acct(_ line: String, _ more: [String] = []) async throws -> Run {
                try await hosts.sandbox.acct(line, more, environment: environment)
            }
            func succeed(_ line: String, _ more: [String] = []) async throws -> Run {
                try await hosts.sandbox.succeed(line, more, environment: environment)
            }
            let options = hosts.signIn(as: "dana@contoso.example")
            let without = try await acct("add work", options)
            #expect(without.status != 0 && without.error.contains("--tls-certificate"), "\(without)")
            #expect(try await hosts.sandbox.store.dump() == "")

            let added = try await succeed("add work -v --tls-certificate \(tls.clientCertificate)", options)
            #expect(!added.error.contains("PRIVATE KEY"))
            _ = try await succeed("token --force-refresh")
            #expect(try await succeed("graph /me").text.contains("Dana"))
            // Another tenant of the account is behind the same server.
            _ = try await succeed("add guest --tenant fabrikam.example --account work")
            #expect(try await succeed("show guest").text.contains(tls.clientCertificate))
            struct Details: Decodable { let tlsCertificate: String? }
            #expect(try await succeed("show work --json").json(Details.self).tlsCertificate == tls.clientCertificate)

            // Nothing is sent by an edit, and the next renewal is what fails or works.
            _ = try await succeed("edit work --no-tls-certificate")
            #expect(try await succeed("show work --json").json(Details.self).tlsCertificate == nil)
            #expect(try await acct("token -p work --force-refresh").error.contains("--tls-certificate"))
            _ = try await succeed("edit work --tls-certificate \(tls.clientCertificate)")
            _ = try await succeed("token -p work --force-refresh")
        }
    }

    /// The host of Graph gets no certificate, although it asks for one.
    @Test func graphGetsNoCertificate() async throws {
        try await run(isGraphBehindIt: true) { hosts, tls, environment in
            let options = hosts.signIn(as: "alice@contoso.example") + ["--tls-certificate", tls.clientCertificate]
            try await hosts.sandbox.succeed("add work", options, environment: environment)
            let run = try await hosts.sandbox.acct("graph /me", environment: environment)
            #expect(run.status != 0 && run.output.isEmpty, "\(run)")
            #expect(run.error.contains("graph.microsoft.com"), "\(run)")
        }
    }

    @Test func appPresentsItsCertificateBesideItsSecret() async throws {
        try await run { hosts, tls, environment in
            let daemon = hosts.sandbox.server.daemon
            let line = "add report --client-secret-stdin --tenant contoso.example --client-id \(daemon.clientId)"
            let secret = Data(daemon.clientSecret.utf8)
            let without = try await hosts.sandbox.acct(line, input: secret, environment: environment)
            #expect(without.error.contains("--tls-certificate"), "\(without)")
            try await hosts.sandbox.succeed(
                line, ["--tls-certificate", tls.clientCertificate], input: secret, environment: environment)
            try await hosts.sandbox.succeed("token --force-refresh", environment: environment)
            try await hosts.sandbox.succeed("graph /users?$top=1", environment: environment)
        }
    }

    /// The method `tls_client_auth` (RFC 8705 section 2.1): the request names the client, and the certificate proves it.
    @Test func issuerAuthenticatesTheClientByItsCertificate() async throws {
        let workspace = try Workspace()
        let methods = ["token_endpoint_auth_methods_supported": #"["tls_client_auth"]"#]
        let issuer = try MisbehavingIssuer(.init(members: [.discovery: methods]), scheme: "https")
        let tls = try await TLSProxy(
            in: workspace, forwardingTo: issuer.server.port, requiresClientCertificate: true)
        try await withCleanup(tls.stop) {
            let trust = ["CURL_CA_BUNDLE": tls.authority]
            let browser = try RecordedBrowser(in: workspace)
            let adding = try workspace.start(
                [
                    Products.acct, "add", "jane", "--issuer", tls.address, "--client-id", MisbehavingIssuer.clientID,
                    "--tls-certificate", tls.clientCertificate, "--browser", browser.command, "--timeout", "60",
                ], environment: trust)
            try await issuer.redirect(browser.request(openedBy: adding), .query)
            let run = try await adding.run()
            #expect(run.status == 0, "\(run)")
            #expect(try await workspace.succeed("token --force-refresh", environment: trust).line == "renewed")
            let forms = issuer.server.requests.filter { $0.target == "/token" }.map {
                String(decoding: $0.body, as: UTF8.self)
            }
            #expect(forms.count == 2)
            for form in forms {
                #expect(
                    form.contains("client_id=\(MisbehavingIssuer.clientID)") && !form.contains("client_secret"),
                    "\(form)")
            }
        }
    }

    @Test func definitionsCarryTheCertificatesPath() async throws {
        try await run { hosts, tls, environment in
            let options = hosts.signIn(as: "alice@contoso.example") + ["--tls-certificate", tls.clientCertificate]
            try await hosts.sandbox.succeed("add work", options, environment: environment)
            let definitions = try await hosts.sandbox.succeed("export work").output
            let elsewhere = try Workspace()
            try await elsewhere.succeed("import -", input: definitions)
            #expect(try await elsewhere.succeed("show work").text.contains(tls.clientCertificate))
            #expect(!String(decoding: definitions, as: UTF8.self).contains("PRIVATE KEY"))
        }
    }

    /// What is wrong with a file is said before anything is sent.
    @Test func unusableFilesAreNamed() async throws {
        let workspace = try Workspace()
        let certificate = try await AppCertificate("own", in: workspace)
        _ = try await AppCertificate("other", in: workspace)
        let script = """
            set -e
            cd "$1"
            "$2" req -new -key own.pem.key -subj /CN=old -out old.csr
            "$2" x509 -req -days -1 -in old.csr -signkey own.pem.key -out old.crt
            "$2" rsa -in own.pem.key -aes256 -passout pass:x -out locked.key
            "$2" pkcs8 -topk8 -in own.pem.key -passout pass:x -out locked8.key
            cat old.crt own.pem.key > old.pem
            cat own.pem.crt locked.key > locked.pem
            cat own.pem.crt locked8.key > locked8.pem
            cat own.pem.crt other.pem.key > mixed.pem
            echo text > text.pem
            """
        let made = try await workspace.run(
            ["/bin/sh", "-c", script, "sh", workspace.folder, try Tool.openssl.require()])
        try #require(made.status == 0, "\(made)")
        let server = try ScriptedServer { _ in .response(404) }
        let elsewhere = try Workspace()
        let tls = try await TLSProxy(in: elsewhere, forwardingTo: server.port)
        try await withCleanup(tls.stop) {
            let cases: [(name: String, status: Int32, words: String)] = [
                ("text.pem", 64, "it holds no certificate."), ("own.pem.key", 64, "it holds no certificate."),
                ("own.pem.crt", 64, "it holds no private key."), ("locked.pem", 64, "its key is encrypted."),
                ("locked8.pem", 64, "its key is encrypted."), ("old.pem", 1, "it expired on "),
                // The TLS library finds this when it connects.
                ("mixed.pem", 64, "unable to set private key file"),
            ]
            for (name, status, words) in cases {
                let path = "\(workspace.folder)/\(name)"
                let run = try await workspace.acct(
                    "add a --device-code --client-id c --issuer \(tls.address) --tls-certificate \(path)",
                    environment: ["CURL_CA_BUNDLE": tls.authority])
                expect(run, ExpectedError(status, "The TLS certificate \(path) cannot be used: \(words)"))
                #expect(try await workspace.store.dump() == "")
            }
            #expect(server.requests.isEmpty)
            let good = try await workspace.acct(
                "add a --device-code --client-id c --issuer \(tls.address) --tls-certificate \(certificate.path)",
                environment: ["CURL_CA_BUNDLE": tls.authority])
            expect(good, ExpectedError(1, "no discovery document"))
        }
    }
}
