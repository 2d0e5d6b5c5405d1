import AuthCore
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct AuthFailuresTests {
    private static let account = AccountID(homeAccountID: "a.b", environment: "e")
    private static let server = OAuthError(
        code: "invalid_grant", description: "AADSTS50076: MFA is needed.\r\nTrace ID: x", codes: [50076])

    private static func required(_ reason: InteractionRequired.Reason) -> AuthError {
        .interactionRequired(.init(account: account, scopes: [], reason: reason))
    }

    /// A new case does not compile until it is listed here, and fails until a table covers it.
    private static func name(_ error: AuthError) -> String {
        switch error {
        case .invalidAuthority(_, let problem): "invalidAuthority.\(problem)"
        case .invalidParameter: "invalidParameter"
        case .discovery(_, let problem): "discovery.\(name(problem))"
        case .interactionRequired(let details): "required.\(name(details.reason))"
        case .declined: "declined"
        case .deviceCodeExpired: "deviceCodeExpired"
        case .deviceCodeTimedOut: "deviceCodeTimedOut"
        case .deviceCodeUnsupported: "deviceCodeUnsupported"
        case .redirect(let problem): "redirect.\(name(problem))"
        case .refused: "refused"
        case .malformedResponse: "malformedResponse"
        case .unexpectedPage: "unexpectedPage"
        case .unsupportedTokenType: "unsupportedTokenType"
        case .serverUnavailable: "serverUnavailable"
        case .network: "network"
        case .wrongAccount: "wrongAccount"
        case .identityMismatch(let problem): "identity.\(name(problem))"
        case .scopesDeclined: "scopesDeclined"
        case .invalidScope: "invalidScope"
        case .noScopeForAccessToken: "noScopeForAccessToken"
        case .adminConsentUnsupported: "adminConsentUnsupported"
        case .application: "application"
        case .refreshLockTimedOut: "refreshLockTimedOut"
        case .browserUnavailable: "browserUnavailable"
        case .unsafeVerificationPage: "unsafeVerificationPage"
        case .cannotListen: "cannotListen"
        case .broker(let problem): "broker.\(name(problem))"
        }
    }

    private static func name(_ reason: InteractionRequired.Reason) -> String {
        switch reason {
        case .noTokens: "noTokens"
        case .notAtBroker: "notAtBroker"
        case .server: "server"
        }
    }

    private static func name(_ problem: BrokerProblem) -> String {
        switch problem {
        case .unavailable(.noLibrary): "noLibrary"
        case .unavailable(.noBus): "noBus"
        case .unavailable(.foreignBus): "foreignBus"
        case .unavailable(.notInstalled): "notInstalled"
        case .notStarted: "notStarted"
        case .stopped: "stopped"
        case .timedOut: "timedOut"
        case .malformedResponse: "malformedResponse"
        case .serverUnavailable: "serverUnavailable"
        case .unregisteredRedirectURI: "unregisteredRedirectURI"
        case .failed: "failed"
        }
    }

    private static func name(_ problem: DiscoveryProblem) -> String {
        switch problem {
        case .notJSON: "notJSON"
        case .missing: "missing"
        case .otherIssuer: "otherIssuer"
        case .insecureEndpoint: "insecureEndpoint"
        case .refused: "refused"
        }
    }

    private static func name(_ problem: RedirectProblem) -> String {
        switch problem {
        case .timedOut: "timedOut"
        case .wrongState: "wrongState"
        case .wrongIssuer(let issuer): "wrongIssuer.\(issuer.isEmpty)"
        case .missingCode: "missingCode"
        case .missingConsent: "missingConsent"
        }
    }

    private static func name(_ problem: IdentityProblem) -> String {
        switch problem {
        case .missingIDToken: "missingIDToken"
        case .unreadableIDToken: "unreadableIDToken"
        case .missingClaim: "missingClaim"
        case .wrongAudience: "wrongAudience"
        case .wrongNonce: "wrongNonce"
        case .wrongSubject: "wrongSubject"
        case .wrongIssuer: "wrongIssuer"
        case .wrongTenant: "wrongTenant"
        case .wrongAuthorizedParty(let client): "wrongAuthorizedParty.\(client.isEmpty)"
        case .tenantNotOfIssuer: "tenantNotOfIssuer"
        }
    }

    private static let broker: [ExpectedFailure] = [
        ExpectedFailure(
            AuthError.broker(.unavailable(.noLibrary)), .failed, "libsystemd0", run: "acct add --device-code"),
        ExpectedFailure(
            AuthError.broker(.unavailable(.noBus("refused"))), .failed, "(refused)", "cron",
            run: "acct add --device-code"),
        ExpectedFailure(
            AuthError.broker(.unavailable(.noBus(""))), .failed, "cannot be reached. There",
            run: "acct add --device-code"),
        ExpectedFailure(
            AuthError.broker(.unavailable(.foreignBus(userID: 7))), .failed, "id 7", "without sudo",
            run: "acct add --device-code"),
        ExpectedFailure(
            AuthError.broker(.unavailable(.notInstalled)), .failed, "himmelblau", run: "acct add --device-code"),
        ExpectedFailure(
            AuthError.broker(.notStarted("No.")), .failed, "cannot be started: No. Cached",
            run: "journalctl --user -b -t dbus-daemon -t microsoft-identity-broker"),
        ExpectedFailure(AuthError.broker(.stopped), .network, "stopped", "try again"),
        ExpectedFailure(AuthError.broker(.timedOut(seconds: 90)), .network, "within 90 s"),
        ExpectedFailure(AuthError.broker(.timedOut(seconds: nil)), .network, "in time"),
        ExpectedFailure(
            AuthError.broker(.malformedResponse(method: "getAccounts")), .failed, "getAccounts",
            run: "acct add --device-code"),
        ExpectedFailure(
            AuthError.broker(.unregisteredRedirectURI("https://r")), .failed, "Add https://r under", run: "acct add"),
        ExpectedFailure(AuthError.broker(.serverUnavailable("no route")), .network, "no route"),
        ExpectedFailure(AuthError.broker(.failed("No user")), .failed, "refused: No user.", run: "acct add"),
        ExpectedFailure(
            required(.notAtBroker), .signInRequired, "is not signed in at this device's broker.", run: "acct add"),
    ]

    private static let signIn: [ExpectedFailure] = [
        ExpectedFailure(AuthError.invalidAuthority("x", .notAURL), .usage, "\"x\"", "not a URL"),
        ExpectedFailure(AuthError.invalidAuthority("x", .notHTTPS), .usage, "https://", "loopback"),
        ExpectedFailure(AuthError.invalidAuthority("x", .extraParts), .usage, "user name"),
        ExpectedFailure(
            AuthError.invalidParameter("state"), .usage, "\"state\"", "acct sets it", run: "acct help issuers"),
        ExpectedFailure(AuthError.invalidAuthority("x", .notATenant), .usage, "one tenant"),
        ExpectedFailure(AuthError.discovery(url: "https://u", .notJSON(status: 404)), .failed, "https://u", "404"),
        ExpectedFailure(AuthError.discovery(url: "https://u", .missing("issuer")), .failed, "no issuer"),
        ExpectedFailure(AuthError.discovery(url: "https://u", .otherIssuer("https://i")), .failed, "https://i"),
        ExpectedFailure(
            AuthError.discovery(url: "https://u", .insecureEndpoint("http://i")), .failed, "http://i",
            "not a valid https"),
        ExpectedFailure(
            AuthError.discovery(url: "https://u", .refused(server)), .failed,
            "a second factor is required (AADSTS50076)",
            "--tenant"),
        ExpectedFailure(required(.noTokens), .signInRequired, "The account is signed out.", run: "acct add"),
        ExpectedFailure(
            required(.server(server)), .signInRequired,
            "The account must sign in again: a second factor is required (AADSTS50076)", run: "acct add"),
        ExpectedFailure(
            AuthError.declined(OAuthError(code: "access_denied", codes: [50199])), .cancelled,
            "The sign-in was cancelled. Nothing was stored.", run: "acct add"),
        ExpectedFailure(
            AuthError.declined(OAuthError(code: "access_denied", codes: [50105])), .cancelled,
            "The sign-in was declined: the account is not assigned to the app", run: "acct add"),
        ExpectedFailure(
            AuthError.deviceCodeExpired, .network, "was not used in time", run: "acct add --device-code"),
        ExpectedFailure(
            AuthError.deviceCodeTimedOut(seconds: 7), .network, "7 s", "Nothing was stored", run: "acct add"),
        ExpectedFailure(AuthError.deviceCodeUnsupported, .failed, "device code", run: "acct add"),
        ExpectedFailure(
            AuthError.redirect(.timedOut(seconds: 7)), .network, "7 s", "Nothing was stored", run: "acct add"),
        ExpectedFailure(
            AuthError.redirect(.wrongIssuer("")), .failed, "does not name the issuer", "Nothing was stored",
            run: "acct add"),
        ExpectedFailure(
            AuthError.redirect(.wrongIssuer("https://x")), .failed, "another issuer (https://x)",
            "Nothing was stored", run: "acct add"),
        ExpectedFailure(AuthError.redirect(.wrongState), .failed, "Nothing was stored", run: "acct add"),
        ExpectedFailure(AuthError.redirect(.missingCode), .failed, "no authorization code", run: "acct add"),
        ExpectedFailure(AuthError.redirect(.missingConsent), .failed, "whether consent was given", run: "acct add"),
        ExpectedFailure(
            AuthError.refused(OAuthError(code: "invalid_client")), .failed, "invalid_client", "demands a credential",
            run: "acct add --client-secret-stdin --as-user"),
        ExpectedFailure(
            AuthError.browserUnavailable("No browser."), .failed, "No browser.", run: "acct add --device-code"),
        ExpectedFailure(
            AuthError.unsafeVerificationPage("http://h"), .failed, "http://h", "not a valid https", run: "acct add"),
        ExpectedFailure(
            AuthError.cannotListen("port 80 is in use"), .failed, "port 80 is in use", "--redirect-uri",
            run: "acct add --paste"),
    ]

    private static let responses: [ExpectedFailure] = [
        ExpectedFailure(
            AuthError.malformedResponse(url: "https://u", status: 200), .failed, "https://u", "200", "proxy"),
        ExpectedFailure(
            AuthError.unexpectedPage(url: "https://u", status: 302), .network, "https://u", "302", "web page",
            "Nothing was lost"),
        ExpectedFailure(
            AuthError.unsupportedTokenType("DPoP"), .failed, "\"DPoP\"", "Bearer", "It was not stored"),
        ExpectedFailure(
            AuthError.serverUnavailable(url: "https://u", status: 503, retryAfterSeconds: 9), .network, "503",
            "Nothing was lost", "in 9 s"),
        ExpectedFailure(
            AuthError.serverUnavailable(url: "https://u", status: 429, retryAfterSeconds: nil), .network, "429",
            "in a minute"),
        ExpectedFailure(AuthError.network(.cannotResolve(host: "h")), .network, "h"),
        ExpectedFailure(
            AuthError.wrongAccount(expected: "a", received: "bob"), .failed, "bob", "Nothing was stored",
            run: "acct add"),
        ExpectedFailure(
            AuthError.identityMismatch(.missingIDToken), .failed, "no ID token", "Nothing was stored", run: "acct add"),
        ExpectedFailure(AuthError.identityMismatch(.unreadableIDToken), .failed, "cannot be read", run: "acct add"),
        ExpectedFailure(AuthError.identityMismatch(.wrongAudience), .failed, "another client", run: "acct add"),
        ExpectedFailure(
            AuthError.identityMismatch(.missingClaim("iat")), .failed,
            "The server's ID token has no iat, which OpenID Connect requires. Nothing was stored.", run: "acct add"),
        ExpectedFailure(
            AuthError.identityMismatch(.wrongSubject), .failed, "another user", "Nothing was stored", run: "acct add"),
        ExpectedFailure(AuthError.identityMismatch(.wrongNonce), .failed, "another sign-in", run: "acct add"),
        ExpectedFailure(AuthError.identityMismatch(.wrongIssuer("https://i")), .failed, "https://i", run: "acct add"),
        ExpectedFailure(
            AuthError.identityMismatch(.wrongAuthorizedParty("other")), .failed, "issued to another client (other)",
            run: "acct add"),
        ExpectedFailure(
            AuthError.identityMismatch(.wrongAuthorizedParty("")), .failed, "several audiences", run: "acct add"),
        ExpectedFailure(
            AuthError.identityMismatch(.tenantNotOfIssuer(tenantID: "x", issuer: "https://i")), .failed,
            "from tenant x, but its issuer is https://i", run: "acct add"),
        ExpectedFailure(
            AuthError.identityMismatch(.wrongTenant(expected: "x", received: "y")), .failed, "tenant y",
            "x was requested",
            run: "acct add"),
        ExpectedFailure(
            AuthError.scopesDeclined(["A", "B"]), .signInRequired, "A B", run: "acct add --scope A --scope B"),
        ExpectedFailure(
            AuthError.invalidScope(["A", "B"], OAuthError(code: "invalid_scope")), .signInRequired, "A B",
            "invalid_scope", run: "acct add --scope A --scope B"),
        ExpectedFailure(
            AuthError.noScopeForAccessToken(clientID: "c"), .signInRequired, "only for named scopes",
            run: "acct add --scope c"),
        ExpectedFailure(AuthError.adminConsentUnsupported("https://u"), .failed, "https://u", "--admin"),
        ExpectedFailure(AuthError.refreshLockTimedOut(seconds: 90), .network, "90 s"),
    ]

    @Test(arguments: signIn + responses + broker)
    func eachErrorHasAMessage(expected: ExpectedFailure) {
        expected.check()
    }

    @Test func everyCaseHasAMessage() {
        let named = Set(
            (Self.signIn + Self.responses + Self.broker).compactMap { ($0.error as? AuthError).map(Self.name) })
        #expect(named.count == 4 + 5 + 3 + 6 + 11 + 11 + 20)
    }

    @Test(arguments: [
        (50011, "http://localhost"), (7_000_218, "Allow public client flows"), (700_016, "--client-id"),
        (50194, "--tenant"),
    ])
    func misconfiguredRegistrationHasAdvice(code: Int, advice: String) {
        let error = OAuthError(code: "invalid_request", description: "AADSTS\(code): No good.", codes: [code])
        ExpectedFailure(AuthError.refused(error), .failed, "(AADSTS\(code))", advice).check()
    }

    @Test func hostileTextIsEscapedForTheTerminal() {
        let said = OAuthError(code: hostile, description: hostile, suberror: hostile)
        for error: AuthError in [
            .invalidAuthority(hostile, .notAURL), .discovery(url: hostile, .missing(hostile)),
            .discovery(url: hostile, .otherIssuer(hostile)), .discovery(url: hostile, .refused(said)), .declined(said),
            .refused(said), Self.required(.server(said)), .malformedResponse(url: hostile, status: 1),
            .unexpectedPage(url: hostile, status: 1), .unsupportedTokenType(hostile),
            .wrongAccount(expected: hostile, received: hostile), .scopesDeclined([hostile]),
            .invalidScope([hostile], said),
            .noScopeForAccessToken(clientID: hostile),
            .identityMismatch(.wrongIssuer(hostile)), .identityMismatch(.wrongAuthorizedParty(hostile)),
            .identityMismatch(.tenantNotOfIssuer(tenantID: hostile, issuer: hostile)), .browserUnavailable(hostile),
            .cannotListen(hostile), .broker(.failed(hostile)), .broker(.serverUnavailable(hostile)),
            .broker(.notStarted(hostile)), .broker(.unavailable(.noBus(hostile))),
            .unsafeVerificationPage(hostile), .discovery(url: hostile, .insecureEndpoint(hostile)),
        ] {
            checkEscaped(Failure(error))
        }
    }
}
