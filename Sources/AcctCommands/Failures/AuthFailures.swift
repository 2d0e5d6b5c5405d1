import AccountProfiles
import AuthCore

extension Failure {
    /// - Parameters:
    ///   - retryCommand: the command that signs in to the profile, or that adds one.
    ///   - profile: the profile that acted. Where only consent is missing, the command asks for consent instead.
    init(_ error: AuthError, retryCommand: SuggestedCommand, profile: ProfileName? = nil) {
        switch error {
        case .invalidAuthority(let url, let problem):
            self.init(.usage, "\"\(url)\" is not a valid authority or issuer: \(problem.sentence)")
        case .invalidParameter(let name):
            self.init(
                .usage,
                "\"\(name)\" cannot be given as a parameter: its name or its value is not valid, or acct sets it itself.",
                command: "acct help issuers")
        case .discovery(let url, let problem):
            self.init(problem, url: url)
        case .interactionRequired(let details):
            self.init(details, retryCommand: retryCommand, profile: profile)
        case .declined(let error):
            self.init(.cancelled, "\(Failure.cancellation(error)) Nothing was stored.", command: retryCommand)
        case .deviceCodeExpired:
            self.init(
                .network, "The code was not used in time. Nothing was stored.",
                command: retryCommand.adding("--device-code"))
        case .deviceCodeTimedOut(let seconds):
            self.init(
                .network, "The sign-in was not completed within \(seconds) s. Nothing was stored.",
                command: retryCommand)
        case .deviceCodeUnsupported:
            self.init(
                .failed, "This issuer does not support device codes.", leadIn: "Sign in with the browser:",
                command: retryCommand)
        case .unsafeVerificationPage(let page):
            self.init(
                .failed,
                "The server names the page \(page.inSentence) for its code, which is not a valid https address. Nothing was stored.",
                leadIn: "Sign in with the browser:",
                command: retryCommand)
        case .redirect(let problem):
            self.init(problem, retryCommand: retryCommand)
        case .refused(let error) where error.code == "invalid_client" && error.codes.isEmpty:
            self.init(
                .failed,
                "The server does not know the client, or demands a credential of it: \(AADSTSMessages.words(error)).",
                leadIn: "If the app registration has a secret:",
                command: retryCommand.adding("--client-secret-stdin", "--as-user"))
        case .refused(let error):
            self.init(
                .failed, "The server refused the request: \(AADSTSMessages.words(error)).",
                command: error.isInteractionRequired ? retryCommand : nil)
        case .malformedResponse(let url, let status):
            self.init(
                .failed,
                "\(url) responded with status \(status), but not with a token response. A proxy or a sign-in page of "
                    + "the network may be in between; to see the request, add --verbose.")
        case .unexpectedPage(let url, let status):
            self.init(.network, "\(Failure.unexpectedPage(url, status: status)) Nothing was lost.")
        case .unsupportedTokenType(let type):
            self.init(
                .failed,
                "The server issued a token of type \"\(type)\", and only Bearer tokens can be used. It was not stored. "
                    + "Ask the operator of the server for Bearer tokens for this client.")
        case .serverUnavailable(let url, let status, let seconds):
            let wait = seconds.map { "in \($0) s" } ?? "in a minute"
            self.init(
                .network, "\(Failure.serverUnavailable(url, status: status)) Nothing was lost; try again \(wait).")
            response = ResponseFacts(status: status, retryAfter: seconds)
        case .network(let error):
            self.init(error)
        case .wrongAccount(_, let received):
            self.init(
                .failed,
                "\(ServerText.line(received) ?? "Another account") signed in, but the sign-in was for another account. "
                    + "Nothing was stored. Choose the right account, or add a profile for "
                    + "\(ServerText.line(received) ?? "this one").",
                command: retryCommand)
        case .identityMismatch(let problem):
            self.init(.failed, "\(problem.sentence) Nothing was stored.", command: retryCommand)
        case .scopesDeclined(let scopes):
            self.init(scopesDeclined: scopes, retryCommand: retryCommand, profile: profile)
        case .invalidScope(let scopes, let error):
            self.init(invalidScope: scopes, error, retryCommand: retryCommand, profile: profile)
        case .noScopeForAccessToken(let clientID):
            let problem = "The server issues access tokens only for named scopes, such as the app's own id."
            self.init(
                .signInRequired, problem, leadIn: "To ask for that scope:",
                command: profile.map { SuggestedCommand.consent(to: [clientID], of: $0) }
                    ?? retryCommand.adding("--scope", clientID))
        case .adminConsentUnsupported(let authority):
            self.init(
                .failed,
                "\(authority) has no administrator consent: each person consents for themselves. Leave --admin out.")
        case .refreshLockTimedOut(let seconds):
            self.init(
                .network, "Another process has been refreshing this token for \(seconds) s. Try again when it is done.")
        case .browserUnavailable(let reason):
            self.init(
                .failed, reason, leadIn: "Sign in on another device, or with --paste in a browser elsewhere:",
                command: retryCommand.adding("--device-code"))
        case .cannotListen(let reason):
            self.init(
                .failed,
                "The browser's redirect cannot be received: \(reason). If another port is registered, name it with "
                    + "--redirect-uri.", leadIn: "To paste the redirect's address instead:",
                command: retryCommand.adding("--paste"))
        case .application(let problem):
            self.init(problem, retryCommand: retryCommand)
        case .broker(let problem):
            self.init(problem, retryCommand: retryCommand)
        }
    }

    /// The start of the sentence about a server that has an error of its own or throttles.
    static func serverUnavailable(_ url: String, status: Int) -> String {
        "\(url) \(status == 429 ? "is throttling requests" : "is unavailable") (status \(status))."
    }

    /// The sentence about a response that is a web page or a redirect.
    static func unexpectedPage(_ url: String, status: Int) -> String {
        "\(url) responded with a web page or a redirect (status \(status)) instead of JSON. \(networkPageHint)"
    }

    static let networkPageHint =
        "If this network has a sign-in page of its own, open it in a browser; else a proxy may be in between."

    private init(_ details: InteractionRequired, retryCommand: SuggestedCommand, profile: ProfileName?) {
        let account = profile?.text ?? "The account"
        switch details.reason {
        case .noTokens:
            self.init(.signInRequired, "\(account) is signed out.", command: retryCommand)
        case .notAtBroker:
            self.init(
                .signInRequired, "\(account) is not signed in at this device's broker.", command: retryCommand)
        case .server(let error):
            if let profile, error.isConsentMissing, !details.scopes.withoutOpenID.isEmpty {
                self.init(consentMissing: details.scopes, error, of: profile)
            } else {
                let reason =
                    error.summary == nil && error.codes.isEmpty
                    ? ServerText.line(error.code).map { " (\($0))" } ?? "" : ": \(AADSTSMessages.words(error))"
                self.init(.signInRequired, "\(account) must sign in again\(reason).", command: retryCommand)
            }
        }
    }

    private init(scopesDeclined scopes: Scopes, retryCommand: SuggestedCommand, profile: ProfileName?) {
        self.init(
            ungranted: scopes, "The server did not grant \(scopes.spaceSeparated).", retryCommand: retryCommand,
            profile: profile)
    }

    private init(
        invalidScope scopes: Scopes, _ error: OAuthError, retryCommand: SuggestedCommand, profile: ProfileName?
    ) {
        self.init(
            ungranted: scopes, "The server refused \(scopes.spaceSeparated): \(AADSTSMessages.words(error)).",
            retryCommand: retryCommand, profile: profile)
    }

    private init(ungranted scopes: Scopes, _ problem: String, retryCommand: SuggestedCommand, profile: ProfileName?) {
        if let profile {
            self.init(
                .signInRequired, problem, leadIn: "To ask for consent:",
                command: .consent(to: scopes, of: profile))
        } else {
            // The command may ask for some of them already.
            let missing = Scopes(scopes.names.filter { !retryCommand.has("--scope", $0) })
            self.init(
                .signInRequired, problem, leadIn: "To consent, sign in again:",
                command: retryCommand.adding(missing.optionWords))
        }
    }

    /// The server reports a cancelled page and a refusal alike; the text says which, where it is more than a formality.
    private static func cancellation(_ error: OAuthError) -> String {
        guard !AADSTSMessages.isCancellation(error), AADSTSMessages.clause(error) ?? error.summary != nil else {
            return "The sign-in was cancelled."
        }
        return "The sign-in was declined: \(AADSTSMessages.words(error))."
    }

    private init(_ problem: DiscoveryProblem, url: String) {
        switch problem {
        case .notJSON(let status):
            self.init(
                .failed, "\(url) responded with status \(status) and no discovery document. Check the authority's URL.")
        case .missing(let member):
            self.init(.failed, "The discovery document at \(url) has no \(member). Check the authority's URL.")
        case .otherIssuer(let issuer):
            self.init(
                .failed,
                "The discovery document at \(url) is for the issuer \(issuer.inSentence). If you meant that one, use its URL."
            )
        case .insecureEndpoint(let endpoint):
            self.init(
                .failed,
                "The discovery document at \(url) names \(endpoint.inSentence), which is not a valid https address.")
        case .refused(let error):
            self.init(
                .failed,
                "The tenant cannot be used: \(AADSTSMessages.words(error)). Check --tenant, --cloud or --authority.")
        }
    }

    private init(_ problem: RedirectProblem, retryCommand: SuggestedCommand) {
        let sentence =
            switch problem {
            case .timedOut(let seconds): "The sign-in was not completed within \(seconds) s. Nothing was stored."
            case .wrongState:
                "The redirect does not belong to this sign-in (its state does not match). Nothing was stored."
            case .wrongIssuer(""):
                "The redirect does not name the issuer, as its server promises: it may be another server's. Nothing was "
                    + "stored."
            case .wrongIssuer(let issuer):
                "The redirect is one of another issuer (\(issuer)). Nothing was stored."
            case .missingConsent:
                "The redirect does not say whether consent was given. Check the app's permissions in the portal."
            case .missingCode: "The address has no authorization code in it (code=…). Nothing was stored."
            }
        let leadIn = problem == .wrongState ? "Start again, and finish on the page of that sign-in:" : nil
        let isTimeout = if case .timedOut = problem { true } else { false }
        self.init(isTimeout ? .network : .failed, sentence, leadIn: leadIn, command: retryCommand)
    }
}

extension AuthorityProblem {
    fileprivate var sentence: String {
        switch self {
        case .notAURL: "it is not a URL with a host, such as https://login.example.com/tenant."
        case .notHTTPS: "it must begin with https://. Plain http is allowed for loopback hosts only."
        case .extraParts: "it must not have a user name, a query or a fragment."
        case .notAPolicy:
            "it must name a tenant and a policy, such as https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin."
        case .notATenant: "its path must be one tenant: a GUID, a domain, common, organizations or consumers."
        }
    }
}

extension IdentityProblem {
    fileprivate var sentence: String {
        switch self {
        case .missingIDToken: "The server sent no ID token, so the account is not known."
        case .unreadableIDToken: "The server's ID token cannot be read."
        case .missingClaim(let claim): "The server's ID token has no \(claim), which OpenID Connect requires."
        case .wrongAudience: "The ID token is for another client."
        case .wrongNonce: "The ID token belongs to another sign-in (its nonce does not match)."
        case .wrongSubject: "The ID token is for another user than the one before (its sub does not match)."
        case .wrongIssuer(let issuer): "The ID token comes from another issuer (\(issuer.inSentence))."
        case .wrongAuthorizedParty(""): "The ID token has several audiences and does not name its client (azp)."
        case .wrongAuthorizedParty(let client): "The ID token was issued to another client (\(client.inSentence))."
        case .tenantNotOfIssuer(let tenantID, let issuer):
            "The ID token is from tenant \(tenantID.inSentence), but its issuer is \(issuer.inSentence)."
        case .wrongTenant(let expected, ""): "The ID token names no tenant, but \(expected) was requested."
        case .wrongTenant(let expected, let received):
            "The ID token is from tenant \(received.inSentence), but \(expected) was requested."
        }
    }
}
