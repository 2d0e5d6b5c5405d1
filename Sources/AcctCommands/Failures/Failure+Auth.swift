import AuthCore

extension Failure {
    /// - Parameter signInCommand: what to type to sign in to the profile in question, or to a new one.
    init(_ error: AuthError, signInCommand: String) {
        switch error {
        case .invalidAuthority(let url, let problem):
            self.init(.usage, "“\(url)” cannot be an authority: \(problem.sentence)")
        case .discovery(let url, let problem):
            self.init(problem, url: url)
        case .interactionRequired(let details):
            self.init(.signInRequired, "Sign-in is required: \(details.reason.sentence)", command: signInCommand)
        case .declined(let error):
            self.init(
                .cancelled, "The sign-in was cancelled\(Failure.quoting(error)). Nothing was stored.",
                command: signInCommand)
        case .deviceCodeExpired:
            self.init(
                .failed, "The code was not used in time. Nothing was stored.", command: "\(signInCommand) --device-code"
            )
        case .deviceCodeUnsupported:
            self.init(
                .failed, "This issuer cannot sign in with a device code. Use the browser:", command: signInCommand)
        case .redirect(let problem):
            self.init(problem, signInCommand)
        case .refused(let error):
            self.init(.failed, "The server refused: \(AADSTSMessages.words(error)).")
        default:
            self.init(answer: error, signInCommand: signInCommand)
        }
    }

    private init(answer error: AuthError, signInCommand: String) {
        switch error {
        case .malformedResponse(let url, let status):
            self.init(
                .failed,
                "\(url) answered with status \(status) and something that is not a token response. "
                    + "A proxy or a sign-in page of the network may stand in between; see the request with --verbose.")
        case .serverUnavailable(let url, let status, let seconds):
            let wait = seconds.map { " in \($0) s" } ?? " in a minute"
            self.init(.network, "\(url) is in trouble (status \(status)). Nothing was lost; try again\(wait).")
        case .network(let error):
            self.init(error)
        case .wrongAccount(_, let received):
            self.init(
                .failed,
                "\(received) signed in, which is not this profile's account. Nothing was stored. "
                    + "Choose the right account in the browser, or add \(received) as a profile of its own.",
                command: signInCommand)
        case .identityMismatch(let problem):
            self.init(.failed, "\(problem.sentence) Nothing was stored.", command: signInCommand)
        case .scopesDeclined(let scopes):
            self.init(
                .signInRequired,
                "The server did not grant \(scopes.spaceSeparated). Sign in again to consent to it:",
                command: ([signInCommand] + scopes.names.map { "--scope \($0.asShellWord)" }).joined(separator: " "))
        case .noScopeForAccessToken(let clientID):
            self.init(
                .signInRequired, "\(Failure.noScopeForAccessToken) Sign in for one:",
                command: "\(signInCommand) --scope \(clientID.asShellWord)")
        case .adminConsentUnsupported(let authority):
            self.init(
                .failed,
                "\(authority) has no administrator who could agree for everybody: each person agrees for themselves. "
                    + "Leave --admin out.")
        case .refreshLockTimedOut(let seconds):
            self.init(
                .network,
                "Another process has been renewing this token for \(seconds) s. Try again when it is done.")
        case .browserUnavailable(let reason):
            self.init(
                .failed, "\(reason) Sign in on another device instead, or with --paste in a browser elsewhere:",
                command: "\(signInCommand) --device-code")
        case .cannotListen(let reason):
            self.init(
                .failed,
                "Cannot listen on loopback for the answer of the browser (\(reason)). "
                    + "If the port is taken, choose another with --redirect-port.")
        case .application(let problem):
            self.init(problem, signInCommand: signInCommand)
        default:
            self.init(.failed, "\(error)")
        }
    }

    private init(_ problem: DiscoveryProblem, url: String) {
        switch problem {
        case .notJSON(let status):
            self.init(
                .failed, "\(url) answered with status \(status) and no discovery document. Check the authority's URL.")
        case .missing(let member):
            self.init(.failed, "The discovery document at \(url) has no \(member). Check the authority's URL.")
        case .otherIssuer(let issuer):
            self.init(
                .failed, "The discovery document at \(url) speaks for \(issuer). If that is what you meant, name it so."
            )
        case .insecureEndpoint(let endpoint):
            self.init(.failed, "The discovery document at \(url) names \(endpoint), which is not https.")
        case .refused(let error):
            self.init(
                .failed,
                "There is no such tenant: \(AADSTSMessages.words(error)). Check --tenant, --cloud or --authority.")
        }
    }

    private init(_ problem: RedirectProblem, _ signInCommand: String) {
        switch problem {
        case .timedOut(let seconds):
            self.init(
                .failed, "Nobody signed in within \(seconds) s. Nothing was stored.", command: signInCommand)
        case .wrongState:
            self.init(
                .failed,
                "What came back did not belong to this sign-in (its state is not ours). Nothing was stored. "
                    + "Finish in the tab that the command opens:",
                command: signInCommand)
        case .missingConsent:
            self.init(
                .failed, "The browser came back and said neither yes nor no. Look into the consent in the portal.",
                command: signInCommand)
        case .missingCode:
            self.init(
                .failed, "The browser came back without a code. Nothing was stored.", command: signInCommand)
        }
    }

    private static func quoting(_ error: OAuthError) -> String {
        " (\(AADSTSMessages.words(error)))"
    }
}

extension AuthorityProblem {
    fileprivate var sentence: String {
        switch self {
        case .notAURL: "it is not a URL with a host, such as https://login.microsoftonline.com/contoso.com."
        case .notHTTPS: "it must begin with https://. Plain http is for loopback hosts only."
        case .extraParts: "it must have no user name, query or fragment."
        case .notAPolicy:
            "it must name a tenant and a policy, such as https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin."
        case .notATenant: "its path must be one tenant: a GUID, a domain, common, organizations or consumers."
        }
    }
}

extension IdentityProblem {
    fileprivate var sentence: String {
        switch self {
        case .missingIDToken: "The server sent no ID token, so nobody knows who signed in."
        case .unreadableIDToken: "The server's ID token cannot be read."
        case .wrongAudience: "The ID token is for another client."
        case .wrongNonce: "The ID token belongs to another sign-in (its nonce is not ours)."
        case .wrongIssuer(let issuer): "The ID token comes from another issuer (\(issuer))."
        case .wrongTenant(let expected, let received):
            "The ID token is from tenant \(received), but \(expected) was asked for."
        }
    }
}

extension InteractionRequired.Reason {
    fileprivate var sentence: String {
        switch self {
        case .noTokens: "no usable token is kept for it."
        case .server(let error): "\(AADSTSMessages.words(error))."
        }
    }
}
