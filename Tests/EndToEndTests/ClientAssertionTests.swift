import Foundation
import Testing

/// Apps that authenticate with a signed assertion instead of a secret.
@Suite struct ClientAssertionTests {
    @Test(.needs(.openssl)) func appSignsInWithItsCertificate() async throws {
        try await Sandboxed.run { sandbox in
            let certificate = try await AppCertificate("app", in: sandbox.workspace)
            try await sandbox.register(certificate)
            let added = try await sandbox.succeed("add ci --certificate \(certificate.path)", sandbox.application)
            #expect(added.error.contains("Profile ci is ready and current."), "\(added)")
            let token = try await sandbox.succeed("token").line
            #expect(try await sandbox.succeed("token").line == token, "cached")
            // Each refresh sends a new assertion: the server accepts none twice.
            let refreshed = try await sandbox.succeed("token --force-refresh").line
            #expect(refreshed != token)
            #expect(try await sandbox.succeed("token --force-refresh").line != refreshed)
            let users = try await sandbox.succeed("graph /users?$top=1&$select=displayName")
            #expect(users.text.contains("displayName"))
        }
    }

    @Test(.needs(.openssl)) func unknownCertificateIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            let known = try await AppCertificate("known", in: sandbox.workspace)
            let other = try await AppCertificate("other", in: sandbox.workspace)
            try await sandbox.register(known)
            let words = "The server rejected the app's certificate: the app does not know this certificate"
            expect(
                try await sandbox.acct("add ci --certificate \(other.path)", sandbox.application),
                ExpectedError(4, words))
            #expect(try await sandbox.states().isEmpty)
            try await sandbox.succeed("add ci --certificate \(known.path)", sandbox.application)
            // The file is read for each token, so a replaced certificate is noticed.
            try Data(contentsOf: URL(fileURLWithPath: other.path)).write(to: URL(fileURLWithPath: known.path))
            let run = try await sandbox.acct("token --force-refresh")
            expect(run, ExpectedError(4, words))
            #expect(run.error.contains("az ad app credential reset --append --id CLIENT-ID --cert"), "\(run)")
            #expect(try await sandbox.succeed("token").line.isEmpty == false, "the valid token stays cached")
        }
    }

    @Test(.needs(.openssl)) func storedCertificateThatCannotBeReadRequiresASignIn() async throws {
        try await Sandboxed.run { sandbox in
            let certificate = try await AppCertificate("app", in: sandbox.workspace)
            try await sandbox.register(certificate)
            try await sandbox.succeed("add ci --certificate \(certificate.path)", sandbox.application)
            try FileManager.default.removeItem(atPath: certificate.path)
            for line in ["token --force-refresh", "sign-in ci"] {
                expect(
                    try await sandbox.acct(line),
                    ExpectedError(
                        4, "Cannot read \(certificate.path): ", run: "acct sign-in ci --certificate \(certificate.path)"
                    ))
            }
        }
    }

    @Test(.needs(.openssl)) func certificateWithAnotherKeyIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            let own = try await AppCertificate("own", in: sandbox.workspace)
            let other = try await AppCertificate("other", in: sandbox.workspace)
            try await sandbox.register(own, key: other.publicKey)
            expect(
                try await sandbox.acct("add ci --certificate \(own.path)", sandbox.application),
                ExpectedError(4, "(AADSTS700027)"))
        }
    }

    @Test(.needs(.openssl)) func assertionOutsideItsValidityIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            let certificate = try await AppCertificate("app", in: sandbox.workspace)
            try await sandbox.register(certificate)
            for seconds in [3600, -7200] {
                try await sandbox.advanceTime(by: seconds)
                expect(
                    try await sandbox.acct("add ci --certificate \(certificate.path)", sandbox.application),
                    ExpectedError(4, "The server rejected the app's certificate"))
            }
            try await sandbox.advanceTime(by: 3600)
            try await sandbox.succeed("add ci --certificate \(certificate.path)", sandbox.application)
        }
    }

    /// A test of the sandbox: that it accepts the assertions of `acct` means something only if it refuses invalid ones.
    @Test(.needs(.openssl)) func sandboxChecksEveryClaimOfAnAssertion() async throws {
        try await Sandboxed.run { sandbox in
            let certificate = try await AppCertificate("app", in: sandbox.workspace)
            try await sandbox.register(certificate)
            let good = Assertion(of: sandbox)
            let cases: [(Int?, (inout Assertion) -> Void)] = [
                (nil, { _ in }), (50013, { _ in }), (nil, { $0.jti = "2" }), (700_213, { $0.iss = "another" }),
                (700_021, { $0.sub = "another" }), (700_023, { $0.aud = "https://login.example/token" }),
                (700_024, { $0.exp -= 601 }), (700_024, { $0.exp += 86_400 }), (700_024, { $0.nbf += 600 }),
            ]
            for (code, change) in cases {
                var claims = good
                change(&claims)
                let assertion = try await certificate.signed(claims, in: sandbox.workspace)
                let reply = try await sandbox.requestToken(assertion)
                #expect(reply.status == (code == nil ? 200 : 401), "\(claims): \(reply.text)")
                if let code { #expect(reply.text.contains("AADSTS\(code):"), "\(claims): \(reply.text)") }
            }
        }
    }

    private struct Assertion: Encodable {
        var aud, iss, sub: String
        var jti = "1"
        var exp, nbf: Int

        init(of sandbox: Sandboxed) {
            let now = Int(Date().timeIntervalSince1970)
            (iss, sub) = (sandbox.server.daemon.clientId, sandbox.server.daemon.clientId)
            (nbf, exp) = (now, now + 600)
            aud = "\(sandbox.server.graph)/\(World.contoso)/oauth2/v2.0/token"
        }
    }

    @Test func federatedTokenFileIsReadForEachToken() async throws {
        try await Sandboxed.run { sandbox in
            let (first, second) = (Self.token("first"), Self.token("second"))
            try await sandbox.register(federatedToken: first)
            let path = try sandbox.workspace.file("token.jwt", first + "\n")
            let added = try await sandbox.succeed("add ci --federated-token-file \(path)", sandbox.application)
            #expect(added.error.contains("Profile ci is ready and current."), "\(added)")
            let token = try await sandbox.succeed("token").line
            _ = try sandbox.workspace.file("token.jwt", second)
            expect(
                try await sandbox.acct("token --force-refresh"),
                ExpectedError(
                    4, "The server rejected the app's federated token",
                    run: "acct sign-in ci --federated-token-file \(path)"))
            try await sandbox.register(federatedToken: second)
            #expect(try await sandbox.succeed("token --force-refresh").line != token)
        }
    }

    /// A token as a cluster issues it, with an invalid signature.
    private static func token(_ id: String) -> String {
        let parts = [#"{"alg":"RS256"}"#, #"{"iss":"https://cluster.example","sub":"ci","jti":"\#(id)"}"#, "signature"]
        return parts.map { Data($0.utf8).base64URL }.joined(separator: ".")
    }
}

extension Sandboxed {
    /// Requests the daemon's token with this assertion.
    fileprivate func requestToken(_ assertion: String) async throws -> LoopbackHTTP.Reply {
        let fields = [
            "grant_type=client_credentials", "client_id=\(server.daemon.clientId)", "client_assertion=\(assertion)",
            "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "scope=https://graph.microsoft.com/.default",
        ]
        return try await LoopbackHTTP().send(
            "POST", "\(server.graph)/\(World.contoso)/oauth2/v2.0/token",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Data(fields.joined(separator: "&").utf8))
    }
}
