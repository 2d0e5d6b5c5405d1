import AccountProfiles
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct FailureConsentTests {
    private func failure(_ cause: AuthError) throws -> Failure {
        Failure(ActingError(profile: try ProfileName("work"), cause: cause))
    }

    private func required(_ error: OAuthError) -> AuthError {
        let account = AccountID(homeAccountID: "a.b", environment: "e")
        return .interactionRequired(.init(account: account, scopes: ["Mail.Read", "a'b"], reason: .server(error)))
    }

    @Test(arguments: [
        OAuthError(code: "invalid_grant", suberror: "consent_required"), OAuthError(code: "consent_required"),
        OAuthError(code: "invalid_grant", description: "AADSTS65001: Nobody.", codes: [65001]),
    ])
    func missingConsentIsAskedForByName(error: OAuthError) throws {
        let failure = try failure(required(error))
        #expect(failure.kind == .signInRequired)
        #expect(failure.message.hasPrefix("Nobody has agreed to Mail.Read a'b yet"))
        #expect(failure.command == #"acct consent work --scope Mail.Read --scope 'a'\''b'"#)
        #expect(failure.profile == "work")
    }

    @Test(arguments: [90094, 90095]) func anAdministratorIsAskedOnAPage(code: Int) throws {
        let failure = try failure(required(OAuthError(code: "invalid_grant", codes: [code])))
        #expect(failure.message.hasPrefix("An administrator has to agree"))
        #expect(failure.command?.hasSuffix("--admin") == true)
    }

    @Test func declinedScopesAreAskedForByName() throws {
        let failure = try failure(.scopesDeclined(["A", "B"]))
        #expect(failure.command == "acct consent work --scope A --scope B")
    }

    @Test func whereNoScopeWasNamedTheApplicationsOwnIsAskedFor() throws {
        let failure = try failure(.noScopeForAccessToken(clientID: "c"))
        #expect(failure.kind == .signInRequired)
        #expect(failure.message.contains("for named scopes only"))
        #expect(failure.command == "acct consent work --scope c")
    }

    @Test func anythingElseIsASignIn() throws {
        let failure = try failure(required(OAuthError(code: "invalid_grant", codes: [50076])))
        #expect(failure.command == "acct sign-in work")
    }

    @Test func aSignInThatNeedsAnAdministratorNamesTheLine() {
        let error = OAuthError(code: "access_denied", description: "AADSTS90094: No.")
        for cause: AuthError in [.declined(error), .refused(error)] {
            let failure = Failure(administratorNeededIn: cause, command: "acct consent work --admin")
            #expect(failure?.command == "acct consent work --admin")
            #expect(failure?.message.contains("Nothing was stored") == true)
        }
        let declined = AuthError.declined(OAuthError(code: "access_denied"))
        #expect(Failure(administratorNeededIn: declined, command: "x") == nil)
    }
}
