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
