import AccountProfiles
import AuthCore
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct PermissionFailuresTests {
    private func explained(_ request: String, _ kind: Profile.Kind, held: Scopes) throws -> Failure {
        let parts = request.split(separator: " ").map(String.init)
        let required = try #require(PermissionTable.builtIn.required(method: parts[0], path: ResourcePath(parts[1])))
        var profile = try Profile.work()
        profile.kind = kind
        return Failure(.api, "\(request) failed with status 403").explained(by: required, profile, held: held)
    }

    @Test func missingScopeIsNamedWithTheCommandThatRequestsIt() throws {
        let failure = try explained("POST /me/messages", .work, held: ["Mail.Read"])
        #expect(
            failure.text
                == "POST /me/messages failed with status 403. The token lacks the scope Mail.ReadWrite. "
                + "Details: acct scopes -X POST /me/messages")
        #expect(failure.command == "acct consent work --scope Mail.ReadWrite")
        let groups = try explained("GET /groups", .work, held: ["User.Read"])
        #expect(groups.text.contains("Group.ReadBasic.All, which may need the consent of an administrator."))
        let policies = try explained("POST /identity/conditionalAccess/policies", .work, held: [])
        #expect(
            policies.command == "acct consent work --scope Policy.ReadWrite.ConditionalAccess --scope Policy.Read.All")
    }

    @Test func sufficientScopesMeanAMissingRight() throws {
        let failure = try explained("GET /users/7", .work, held: ["User.Read.All"])
        #expect(failure.text.contains("alice@contoso.example lacks a right, a role or a licence"))
        #expect(failure.text.hasSuffix("Details: acct scopes '/users/{id}'"))
        #expect(failure.command == nil)
        let mail = try explained("GET /users/7/messages", .work, held: ["Mail.Read"])
        #expect(mail.text.contains("can need a scope that ends in .Shared or .All."))
    }

    @Test(arguments: [
        ("GET /users", Profile.Kind.personal, "to personal accounts; name a work profile with --profile"),
        ("GET /sites/getAllSites", .work, "only to apps or personal accounts"),
        ("GET /me", .app, "does not offer GET /me to apps"),
        ("GET /users", .app, "the application permission User.ReadBasic.All, which an administrator grants"),
    ])
    func kindThatGraphDoesNotServeIsNamed(request: String, kind: Profile.Kind, words: String) throws {
        let failure = try explained(request, kind, held: ["User.Read.All"])
        #expect(failure.text.contains(words))
        #expect(failure.command == nil)
    }

    @Test(arguments: [("POST /subscriptions", Profile.Kind.work), ("GET /me", .oidc)])
    func unknownPermissionsGiveNoCause(request: String, kind: Profile.Kind) throws {
        #expect(try explained(request, kind, held: []).message == "\(request) failed with status 403")
        #expect(try explained("GET /me", .work, held: [".default"]).message == "GET /me failed with status 403")
    }

    @Test func unknownRequestNamesTheImport() {
        let first = Failure(unknown: "GET /x", remark: nil, hasImported: false)
        #expect(first.command == .importPermissions)
        #expect(first.message.contains("GET /x") && first.message.contains("the request may still exist"))
        let second = Failure(unknown: "GET /x", remark: nil, hasImported: true)
        #expect(second.command == nil && second.message.contains("The request may still exist"))
        #expect(Failure(unknown: "GET /x", remark: "It depends.", hasImported: true).message.hasSuffix("It depends."))
    }

    /// No file is named that a person would have to have.
    @Test func listIsImportedByOneLine() {
        let words = SuggestedCommand.importPermissions.text.split(separator: " ")
        #expect(words.first == "curl" && words.suffix(5) == ["|", "acct", "scopes", "--import", "-"])
        #expect(words.contains { $0.hasPrefix("https://raw.githubusercontent.com/microsoftgraph/") })
    }

    @Test(arguments: [
        (PublishedPermissionsError.empty, "it is empty"), (.tooLarge(limit: 64 << 20), "larger than 64 MB"),
        (.notJSON, "not valid JSON"), (.malformed(at: ""), "not of this form"), (.malformed(at: "a.b"), "\"a.b\""),
        (.noRequests, "covers no request"),
    ])
    func fileThatIsNotAListIsRefused(error: PublishedPermissionsError, words: String) {
        let failure = Failure.notAPermissionList("/f", error)
        #expect(failure.kind == .failed)
        #expect(failure.text.contains("/f") && failure.text.contains(words))
        #expect(failure.command == .importPermissions)
    }
}

@Suite struct ConsentFailuresTests {
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
    func missingConsentNamesTheScopes(error: OAuthError) throws {
        let failure = try failure(required(error))
        #expect(failure.kind == .signInRequired)
        #expect(failure.text.hasPrefix("work has not consented to Mail.Read a'b."))
        #expect(failure.command == #"acct consent work --scope Mail.Read --scope 'a'\''b'"#)
        #expect(failure.profile == "work")
    }

    @Test(arguments: [90094, 90095]) func missingAdminConsentNamesTheAdminPage(code: Int) throws {
        let failure = try failure(required(OAuthError(code: "invalid_grant", codes: [code])))
        #expect(failure.text.hasPrefix("Mail.Read a'b needs the consent of an administrator."))
        #expect(failure.command?.text.hasSuffix("--admin") == true)
    }

    /// Unknown to the server, or more than the account has consented to: the server does not say which.
    @Test func invalidScopeAsksForConsentInTheServersWords() throws {
        let error = OAuthError(code: "invalid_scope", description: "No such scope.")
        let failure = try failure(.invalidScope(["Mail.Read", "a'b"], error))
        #expect(failure.kind == .signInRequired)
        #expect(failure.text.hasPrefix("The server refused Mail.Read a'b: No such scope."))
        #expect(failure.command == #"acct consent work --scope Mail.Read --scope 'a'\''b'"#)
    }

    @Test func declinedScopesAreRequestedAgain() throws {
        let failure = try failure(.scopesDeclined(["A", "B"]))
        #expect(failure.command == "acct consent work --scope A --scope B")
    }

    @Test func missingScopeSuggestsTheClientID() throws {
        let failure = try failure(.noScopeForAccessToken(clientID: "c"))
        #expect(failure.kind == .signInRequired)
        #expect(failure.text.contains("only for named scopes"))
        #expect(failure.command == "acct consent work --scope c")
    }

    @Test func otherErrorAsksForASignIn() throws {
        let failure = try failure(required(OAuthError(code: "invalid_grant", codes: [50076])))
        #expect(failure.command == "acct sign-in work")
    }

    @Test func signInThatNeedsAnAdministratorNamesTheCommand() {
        let error = OAuthError(code: "access_denied", description: "AADSTS90094: No.")
        for cause: AuthError in [.declined(error), .refused(error)] {
            let failure = Failure(administratorNeededIn: cause, adminConsentCommand: "acct consent work --admin")
            #expect(failure?.command == "acct consent work --admin")
            #expect(failure?.message.contains("Nothing was stored") == true)
        }
        let declined = AuthError.declined(OAuthError(code: "access_denied"))
        #expect(Failure(administratorNeededIn: declined, adminConsentCommand: "x") == nil)
    }
}
