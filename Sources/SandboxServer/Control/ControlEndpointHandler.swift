import NIOHTTP1

/// The endpoints under `/sandbox/`, through which a test changes the state of the sandbox and reads the request log.
struct ControlEndpointHandler {
    let sandbox: SandboxState
    let faults: PendingFaults
    let held: HeldResponses
    let log: RequestRecorder

    /// Nil for a path that is not a control endpoint.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let segments = request.segments
        guard segments.count == 2, segments[0] == "sandbox" else { return nil }
        do throws(ControlError) {
            switch (request.method, segments[1]) {
            case (.GET, "requests"): return .json(.array(log.entries.map(\.json)))
            case (.DELETE, "requests"): log.removeAll()
            case (.DELETE, "faults"): faults.removeAll()
            case (.POST, let control): return try apply(control, body: JSON(parsing: request.body) ?? .null)
            default: return nil
            }
            return HTTPServerResponse(status: .noContent)
        } catch {
            return .json(["error": .string(error.message)], status: .badRequest)
        }
    }

    private func apply(_ control: String, body: JSON) throws(ControlError) -> HTTPServerResponse? {
        let accounts = AccountControls(sandbox: sandbox)
        let registrations = RegistrationControls(sandbox: sandbox)
        switch control {
        case "faults": try addFault(body)
        case "release": held.release()
        case "approve": try accounts.approve(body)
        case "revoke": try accounts.revoke(body)
        case "disable": try accounts.disable(body)
        case "time": return try advance(body)
        case "keys": try registrations.addKey(body)
        case "secrets": try registrations.changeSecret(body)
        case "federations": try registrations.addFederation(body)
        case "redirects": try registrations.removeNativeClientRedirect(body)
        default: return nil
        }
        return HTTPServerResponse(status: .noContent)
    }

    private func addFault(_ body: JSON) throws(ControlError) {
        guard let fault = InjectedFault(body) else {
            let targets = Sandbox.faultTargets.joined(separator: ", ")
            throw ControlError("\"on\" must be one of \(targets), \"status\" from 200 to 599, \"times\" at least 1.")
        }
        faults.add(fault)
    }

    private func advance(_ body: JSON) throws(ControlError) -> HTTPServerResponse {
        let seconds: Double? =
            if case .number(let number) = body["advance"] { number } else {
                body["advance"]?.integer.map(Double.init)
            }
        guard let seconds, abs(seconds) < 1e9 else {
            throw ControlError("\"advance\" must be a number of seconds.")
        }
        sandbox.clock.advance(by: seconds)
        return .json(["now": .integer(sandbox.clock.seconds)])
    }
}

/// The problem with a control request: the members that its body must have.
struct ControlError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
