import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

/// Errors of apps that sign in without a user.
@Suite struct ApplicationFailuresTests {
    private static let secret = ApplicationCredential.secret(Secret("s3cret"))
    private static let date = Date(timeIntervalSince1970: 1_586_984_735)

    private static func said(
        _ problem: ApplicationProblem, _ kind: Failure.Kind, _ words: String..., run option: String? = nil
    ) -> ExpectedFailure {
        ExpectedFailure(
            AuthError.application(problem), kind, words[0], words.last ?? "",
            run: option.map { SuggestedCommand(stringLiteral: "acct add \($0)") })
    }

    private static func refused(_ code: Int, _ credential: ApplicationCredential) -> ApplicationProblem {
        .credentialRefused(OAuthError(code: "invalid_client", codes: [code]), credential)
    }

    private static let credentials = [
        said(.tenantRequired("common"), .usage, "\"common\" is not a tenant.", "--tenant"),
        said(.defaultScopeRequired(["User.Read"]), .usage, "\"User.Read\"", "--resource"),
        said(refused(7_000_215, secret), .signInRequired, "secret is wrong", "7000215", run: "--client-secret-stdin"),
        said(refused(7_000_222, secret), .signInRequired, "expired", run: "--client-secret-stdin"),
        said(refused(53003, secret), .failed, "refused the app", "a policy of the organization"),
        said(refused(7_000_112, secret), .failed, "refused the app", "disabled in the tenant"),
        said(
            refused(1, .certificate(path: "/a b")), .signInRequired, "app's certificate", run: "--certificate '/a b'"),
        ExpectedFailure(
            AuthError.application(refused(700_027, .certificate(path: "/a b"))), .signInRequired,
            "AADSTS700027", "App registrations > Certificates & secrets",
            run: "az ad app credential reset --append --id CLIENT-ID --cert \"$(openssl x509 -in \("/a b"))\""),
        said(
            refused(1, .federatedTokenFile(path: "/t")), .signInRequired, "federated token",
            run: "--federated-token-file /t"),
        said(
            .credentialUnsupported(secret, methods: .init(names: ["private_key_jwt"])), .failed, "app's secret",
            "private_key_jwt", run: "--certificate FILE"),
        said(
            .credentialUnsupported(.certificate(path: "/c"), methods: .init(names: ["client_secret_post"])), .failed,
            "app's certificate", "client_secret_post", run: "--client-secret-stdin"),
        said(
            .credentialUnsupported(
                .certificate(path: "/c"), methods: .init(names: ["private_key_jwt"], signingAlgorithms: ["ES256"])),
            .failed, "ES256", "RS256"),
        said(.credentialUnsupported(secret, methods: .init(names: [])), .failed, "none that it names"),
        said(
            .tokenFile(path: "/t", .unreadable(code: ENOENT)), .signInRequired,
            "Cannot read /t: No such file or directory.",
            run: "--federated-token-file /t"),
        said(.tokenFile(path: "/t", .malformed), .signInRequired, "JSON Web Token", run: "--federated-token-file /t"),
    ]

    private static let certificates: [ExpectedFailure] = [
        (CertificateProblem.file(.unreadable(code: EACCES)), "Cannot read /c: Permission denied."),
        (.file(.tooLarge), "in PEM"),
        (.noCertificate, "no certificate"), (.noKey, "no private key"), (.encryptedKey, "openssl pkey"),
        (.notRSA, "not an RSA key"), (.unusableKey, "2048"), (.keyMismatch, "does not match any of its certificates"),
        (.notYetValid(date), "2020-04-15"), (.expired(date), "2020-04-15"),
    ].map { problem, words in
        said(.certificate(path: "/c", problem), .signInRequired, "/c", words, run: "--certificate /c")
    }

    private static let identities: [ExpectedFailure] = [
        (ManagedIdentityProblem.unsupportedSource, .failed, "thumbprint", nil),
        (.unsupportedIdentity(.object("o")), .usage, "object:o", nil),
        (.unreachable(.cannotConnect(host: "h", reason: "no route")), .network, "no route", nil),
        (.refused(status: 400, message: "Identity not found\nand more"), .failed, "Identity not found", nil),
        (.malformedResponse(status: 200), .failed, "200", nil),
        (.expiredToken(.distantPast), .failed, "clock", nil),
        (.untrustedKeyFile("/etc/passwd"), .policy, "/etc/passwd", nil),
        (.unreadableKeyFile("/k"), .failed, "/k", "sudo usermod -aG himds \"$USER\""),
    ].map { (problem: ManagedIdentityProblem, kind: Failure.Kind, words: String, command: SuggestedCommand?) in
        ExpectedFailure(
            AuthError.application(.managedIdentity(problem, source: "Azure Arc")), kind, words, run: command)
    }

    @Test(arguments: credentials + certificates + identities) func eachProblemHasAMessage(_ expected: ExpectedFailure) {
        expected.check()
    }

    /// What was typed names a file that is none, or holds something else. A certificate that has expired was valid once.
    @Test(arguments: [
        (ApplicationProblem.certificate(path: "/c", .file(.unreadable(code: ENOENT))), Failure.Kind.usage),
        (.certificate(path: "/c", .noKey), .usage), (.certificate(path: "/c", .keyMismatch), .usage),
        (.tokenFile(path: "/t", .malformed), .usage), (.certificate(path: "/c", .expired(date)), .failed),
        (.certificate(path: "/c", .notYetValid(date)), .failed),
    ])
    func typedFileThatCannotBeUsedIsAWrongCommandLine(problem: ApplicationProblem, kind: Failure.Kind) {
        let failure = Failure(typedFile: .application(problem))
        #expect(failure.kind == kind)
        #expect(failure.command == nil)
    }

    @Test func secretIsNotShown() {
        let failure = Failure(AuthError.application(Self.refused(7_000_215, Self.secret)))
        #expect(!"\(failure) \(failure.json)".contains("s3cret"))
    }
}
