import AuthCore
import Testing

@testable import AcctCommands

@Suite struct AADSTSMessagesTests {
    @Test(arguments: [
        (50076, "a second factor is required"), (50057, "the account is disabled"), (700_016, "does not know the app"),
        (70043, "refresh token is no longer valid"), (65001, "consent is missing"), (53003, "a policy of the"),
        (530_033, "blocks device codes"), (7_000_112, "the app is disabled"), (501_051, "the app has no role"),
        (53001, "requires a managed device"), (53004, "a second factor must be set up first, which is blocked"),
    ])
    func knownCodeHasAMessageWithTheCode(code: Int, words: String) {
        let text = AADSTSMessages.words(
            OAuthError(code: "invalid_grant", description: "AADSTS\(code): no", codes: [code]))
        #expect(text.contains(words))
        #expect(text.hasSuffix("(AADSTS\(code))"))
    }

    @Test func unknownCodeShowsTheServersText() {
        let error = OAuthError(code: "invalid_grant", description: "AADSTS1: Something new.\r\nTrace ID: x")
        #expect(AADSTSMessages.words(error) == "AADSTS1: Something new")
        #expect(AADSTSMessages.words(OAuthError(code: "invalid_grant")) == "invalid_grant")
    }

    @Test func firstKnownCodeDecides() {
        #expect(
            AADSTSMessages.clause(OAuthError(code: "e", codes: [1, 50057]))
                == "the account is disabled; ask an administrator")
        #expect(AADSTSMessages.words(OAuthError(code: "e", codes: [1, 50057])).hasSuffix("(AADSTS50057)"))
    }
}
