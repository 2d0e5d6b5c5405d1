import NIOHTTP1

/// Both ends of a device sign-in: the device that asks for a code, and the browser where it is typed (RFC 8628).
struct DeviceEndpoints {
    let emulation: Emulation

    func start(_ request: Request, authority: Authority) throws(EntraError) -> Response {
        guard request.method == .POST, request.hasFormBody else { throw .notAForm }
        let form = request.form
        guard let id = form["client_id"] else { throw .missing("client_id") }
        guard let application = emulation.world.application(id: id) else { throw .unknownApplication(id) }
        guard let scope = form["scope"] else { throw .missing("scope") }
        let code = DeviceCode(
            deviceCode: RandomID.token(bytes: 72), userCode: RandomID.userCode(), authority: authority,
            application: application, scopes: try authority.scopes(scope, for: application),
            expires: emulation.clock.now + Double(emulation.options.deviceLifetime),
            interval: emulation.options.deviceInterval)
        emulation.grants.devices[code.deviceCode] = code
        return Response.json(authority == .federation ? FederationDevice(code: code).json(emulation) : answer(code))
            .uncached()
    }

    func typeCode(_ request: Request) -> Response {
        guard request.method == .POST else { return DeviceCodePage().response() }
        let typed = request.form["user_code"] ?? ""
        guard let code = emulation.grants.device(userCode: typed) else {
            return DeviceCodePage(problem: "That code didn't work. Check it and try again.", typed: typed).response()
        }
        guard code.expires > emulation.clock.now, case .pending = code.state else {
            return DeviceCodePage(problem: "This code has expired or was already used.", typed: typed).response()
        }
        return SignInFlow(emulation: emulation, request: request)
            .askForAccount(Interaction(purpose: .device(code)))
    }

    private func answer(_ code: DeviceCode) -> JSON {
        let address = "\(emulation.base)/device"
        let message =
            "To sign in, use a web browser to open the page \(address) and enter the code \(code.userCode) "
            + "to authenticate."
        return [
            "user_code": .string(code.userCode), "device_code": .string(code.deviceCode),
            "verification_uri": .string(address), "expires_in": .integer(emulation.options.deviceLifetime),
            "interval": .integer(code.interval), "message": .string(message),
        ]
    }
}

/// A device authorization from its start to its redemption (RFC 8628).
struct DeviceCode {
    enum State {
        case pending
        case approved(Identity)
        case declined
        case redeemed
    }

    let deviceCode: String
    let userCode: String
    let authority: Authority
    let application: Application
    let scopes: ScopeRequest
    let expires: Double
    var interval: Int
    var lastPoll: Double?
    var state = State.pending

    /// A poll may travel faster than the one before it; a client that waits the whole interval is never refused.
    private static let tolerance = 0.25

    /// Whether this poll came too early, which lengthens the interval for good (RFC 8628 §3.5).
    mutating func isPolledTooEarly(at now: Double) -> Bool {
        defer { lastPoll = now }
        guard let lastPoll, now - lastPoll < Double(interval) - Self.tolerance else { return false }
        interval += 5
        return true
    }
}

extension GrantContext {
    func pollDevice() throws(EntraError) -> Response {
        // Entra takes either name, ADFS only the older one.
        let name = authority == .federation ? "code" : "device_code"
        guard let text = form[name] ?? form["code"] else { throw .missing(name) }
        guard var code = emulation.grants.devices[text], code.application == application else { throw .badDeviceCode }
        guard code.expires > emulation.clock.now else { throw .deviceCodeExpired }
        let isTooEarly = code.isPolledTooEarly(at: emulation.clock.now)
        emulation.grants.devices[text] = code
        guard !isTooEarly else { throw .slowDown }
        switch code.state {
        case .pending: throw .authorizationPending
        case .declined: throw .deviceCodeDeclined
        case .redeemed: throw .codeAlreadyRedeemed
        case .approved(let identity): return try redeem(code, for: identity)
        }
    }

    private func redeem(_ code: DeviceCode, for identity: Identity) throws(EntraError) -> Response {
        emulation.grants.devices[code.deviceCode]?.state = .redeemed
        guard !emulation.isDisabled(identity.account) else { throw .accountDisabled }
        let claims = try claims()
        return try issuer.issue(
            TokenIssuer.Order(
                authority: authority, identity: identity, application: application, scopes: scopes(orElse: code.scopes),
                chain: RandomID.guid(), wantsClientInfo: wantsClientInfo,
                isContinuouslyEvaluated: claims.declaresChallenges, idTokenClaims: claims.idToken))
    }
}
