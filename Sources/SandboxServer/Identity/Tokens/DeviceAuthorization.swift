import NIOHTTP1

/// The device authorization endpoint and the page for user codes (RFC 8628).
struct DeviceAuthorizationHandler {
    let sandbox: SandboxState

    /// The device authorization endpoint: issues a device code (RFC 8628 §3.2).
    func issueCode(for request: HTTPServerRequest, authority: SignInAuthority) throws(EntraError) -> HTTPServerResponse
    {
        guard request.method == .POST, request.hasFormBody else { throw .notAForm }
        let form = request.form
        guard let id = form["client_id"] else { throw .missing("client_id") }
        guard let application = sandbox.application(id: id) else { throw .unknownApplication(id) }
        guard let scope = form["scope"] else { throw .missing("scope") }
        let code = IssuedDeviceCode(
            deviceCode: RandomID.token(bytes: 72), userCode: RandomID.userCode(), authority: authority,
            application: application, scopes: try authority.scopes(scope, for: application),
            expires: sandbox.clock.now + Double(sandbox.options.deviceLifetime),
            interval: sandbox.options.deviceInterval)
        sandbox.grants.deviceCodes[code.deviceCode] = code
        let body = authority == .federation ? FederationDeviceCodeResponse(code: code).json(sandbox) : json(for: code)
        return HTTPServerResponse.json(body).uncached()
    }

    /// The page where a user types the user code (RFC 8628 §3.3).
    func enterUserCode(_ request: HTTPServerRequest) -> HTTPServerResponse {
        guard request.method == .POST else { return DeviceCodePage().response() }
        let typed = request.form["user_code"] ?? ""
        guard let code = sandbox.grants.deviceCode(userCode: typed) else {
            return DeviceCodePage(problem: "That code didn't work. Check it and try again.", typed: typed).response()
        }
        guard code.expires > sandbox.clock.now, case .pending = code.state else {
            return DeviceCodePage(problem: "This code has expired or was already used.", typed: typed).response()
        }
        return SignInFlow(sandbox: sandbox, request: request)
            .askForAccount(PendingSignIn(purpose: .device(code)))
    }

    private func json(for code: IssuedDeviceCode) -> JSON {
        let address = "\(sandbox.base)/device"
        let message =
            "To sign in, use a web browser to open the page \(address) and enter the code \(code.userCode) "
            + "to authenticate."
        return [
            "user_code": .string(code.userCode), "device_code": .string(code.deviceCode),
            "verification_uri": .string(address), "expires_in": .integer(sandbox.options.deviceLifetime),
            "interval": .integer(code.interval), "message": .string(message),
        ]
    }
}

/// A device code from its issue to its redemption (RFC 8628).
struct IssuedDeviceCode {
    enum State {
        case pending
        case approved(TenantIdentity)
        case declined
        case redeemed
    }

    let deviceCode: String
    let userCode: String
    let authority: SignInAuthority
    let application: AppRegistration
    let scopes: RequestedScopes
    let expires: Double
    var interval: Int
    var lastPoll: Double?
    var state = State.pending

    /// Seconds of tolerance, since network latency varies: a client that waits for the whole interval never gets
    /// `slow_down`.
    private static let tolerance = 0.25

    /// Whether this poll came too early. If so, the interval grows by five seconds (RFC 8628 §3.5).
    mutating func isPolledTooEarly(at now: Double) -> Bool {
        defer { lastPoll = now }
        guard let lastPoll, now - lastPoll < Double(interval) - Self.tolerance else { return false }
        interval += 5
        return true
    }
}

extension GrantRequest {
    /// The device code grant (RFC 8628 §3.4).
    func pollDevice() throws(EntraError) -> HTTPServerResponse {
        // Entra accepts either parameter, AD FS only `code`.
        let name = authority == .federation ? "code" : "device_code"
        guard let text = form[name] ?? form["code"] else { throw .missing(name) }
        guard var code = sandbox.grants.deviceCodes[text], code.application.id == application.id else {
            throw .badDeviceCode
        }
        guard code.expires > sandbox.clock.now else { throw .deviceCodeExpired }
        let isTooEarly = code.isPolledTooEarly(at: sandbox.clock.now)
        sandbox.grants.deviceCodes[text] = code
        guard !isTooEarly else { throw .slowDown }
        switch code.state {
        case .pending: throw .authorizationPending
        case .declined: throw .deviceCodeDeclined
        case .redeemed: throw .codeAlreadyRedeemed
        case .approved(let identity): return try redeem(code, for: identity)
        }
    }

    private func redeem(_ code: IssuedDeviceCode, for identity: TenantIdentity) throws(EntraError) -> HTTPServerResponse
    {
        sandbox.grants.deviceCodes[code.deviceCode]?.state = .redeemed
        guard !sandbox.isDisabled(identity.account) else { throw .accountDisabled }
        guard identity.mayUseDevice(of: request) else { throw .managedDeviceRequired }
        let claims = try claims()
        return try issuer.issue(
            TokenIssuer.ResolvedGrant(
                authority: authority, identity: identity, application: application, scopes: scopes(orElse: code.scopes),
                family: RandomID.guid(), wantsClientInfo: wantsClientInfo,
                isContinuouslyEvaluated: claims.supportsClaimsChallenges, idTokenClaims: claims.idToken))
    }
}
