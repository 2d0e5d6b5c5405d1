import AccountProfiles
import AuthCore
import HTTPTransport
import HostileInput
import Testing

@testable import AcctCommands

/// Sentences with a server's text in them: whole ones where the text is blank, one line where it has several, and short
/// where it is long.
@Suite struct ServerTextInSentencesTests {
    private static func failures(_ text: String) throws -> [Failure] {
        let refusals = [
            OAuthError(code: text), OAuthError(code: text, description: text),
            OAuthError(code: "consent_required", description: text),
            OAuthError(code: "access_denied", description: text),
            OAuthError(code: "invalid_grant", description: text, codes: [65001]),
            OAuthError(code: "invalid_client", description: text, codes: [90094]),
        ]
        let account = AccountID(homeAccountID: "a.b", environment: "e")
        let errors: [AuthError] =
            refusals.flatMap { refusal in
                [
                    .refused(refusal), .declined(refusal), .discovery(url: "https://u", .refused(refusal)),
                    .application(.credentialRefused(refusal, .secret(Secret("s")))),
                ]
            } + [
                .wrongAccount(expected: "a", received: text), .identityMismatch(.wrongIssuer(text)),
                .identityMismatch(.wrongAuthorizedParty(text)),
                .identityMismatch(.tenantNotOfIssuer(tenantID: text, issuer: text)),
                .identityMismatch(.wrongTenant(expected: "x", received: text)), .unsafeVerificationPage(text),
                .discovery(url: "https://u", .otherIssuer(text)), .discovery(url: "https://u", .insecureEndpoint(text)),
                .application(.managedIdentity(.refused(status: 400, message: text), source: "Azure Arc")),
            ]
        let work = try ProfileName("work")
        let silent = refusals.flatMap { refusal in
            [[], ["User.Read"] as Scopes].map { scopes in
                ActingError(
                    profile: work,
                    cause: AuthError.interactionRequired(
                        .init(account: account, scopes: scopes, reason: .server(refusal))))
            }
        }
        let admin = refusals.map {
            Failure(adminConsentRefused: .refused($0), retryCommand: "again", pageCommand: "page")
        }
        return errors.map { Failure($0) } + silent.map { Failure($0) } + admin + [
            .otherUsername(text, than: "alice", orElse: "stop", retryCommand: "again")
        ]
    }

    @Test(arguments: ["", " ", "\n", "\t\r\n", "\u{2028}", ".", " . "])
    func blankTextLeavesNoHole(text: String) throws {
        let hole = #/\ [.,;)]|\(\)|\(\ |:\ *\.|\ \ |\.\.|^\ |\ $/#
        for failure in try Self.failures(text) {
            #expect(failure.message.firstMatch(of: hole) == nil, "\(failure.message)")
            #expect(failure.command?.text.hasSuffix(" ") != true)
        }
    }

    @Test(arguments: ["a\nacct: Signed in as root.", "\r\n\r\nacct: b", "a\u{2028}b\u{2029}c\u{B}d\u{C}e\u{85}f"])
    func severalLinesBecomeOne(text: String) throws {
        for failure in try Self.failures(text) {
            #expect(!failure.message.contains { $0.isNewline }, "\(failure.message)")
        }
    }

    @Test func longTextIsCut() throws {
        for text in [String(repeating: "word ", count: 100_000), String(repeating: "x", count: 500_000)] {
            for failure in try Self.failures(text) {
                #expect(failure.message.unicodeScalars.count < 1000, "\(failure.message.prefix(200))")
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds) func randomTextIsOneShortSafeLine(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            for failure in try Self.failures(random.text(upTo: 600)) {
                let line = failure.message.safeLine
                #expect(!line.contains { $0.isNewline } && !line.hasControlCharacters)
                #expect(line.unicodeScalars.count < 1000)
            }
        }
    }

    @Test(arguments: [("", "work"), (" \n", "work"), ("alice@contoso.com", "work (alice@contoso.com)")])
    func profileWithoutAUsernameHasNoParentheses(username: String, title: String) throws {
        var profile = try Profile.work()
        profile.username = username
        #expect(profile.nameAndUsername == title)
        #expect(profile.usernameOrName == (title == "work" ? "work" : username))
    }
}
