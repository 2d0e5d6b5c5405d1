import NIOHTTP1

/// The levers under `/sandbox/` by which a test moves the world.
struct ControlEndpointHandler {
    let sandbox: SandboxState
    let faults: PendingFaults
    let log: RequestRecorder

    /// Nil for a path that is not one of them.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let segments = request.segments
        guard segments.count == 2, segments[0] == "sandbox" else { return nil }
        switch (request.method, segments[1]) {
        case (.GET, "requests"): return .json(.array(log.entries.map(\.json)))
        case (.DELETE, "requests"): log.removeAll()
        case (.DELETE, "faults"): faults.removeAll()
        case (.POST, let lever): return pull(lever, JSON(parsing: request.body) ?? .null)
        default: return nil
        }
        return HTTPServerResponse(status: .noContent)
    }

    private func pull(_ lever: String, _ body: JSON) -> HTTPServerResponse? {
        switch lever {
        case "faults": addFault(body)
        case "approve": approve(body)
        case "revoke":
            changeAccounts(body) { account in
                sandbox.revoke(account, includingRefreshTokens: body["keepRefreshTokens"]?.bool != true)
            }
        case "disable":
            changeAccounts(body) { account in
                sandbox.setDisabled(body["disabled"]?.bool ?? true, account)
            }
        case "time": advance(body)
        case "keys": answer(CredentialControls(credentials: sandbox.credentials).addKey(body))
        case "secrets": answer(CredentialControls(credentials: sandbox.credentials).changeSecret(body))
        case "federations": answer(CredentialControls(credentials: sandbox.credentials).addFederation(body))
        default: nil
        }
    }

    private func addFault(_ body: JSON) -> HTTPServerResponse {
        guard let fault = InjectedFault(body) else {
            let targets = InjectedFault.Target.allCases.map(\.rawValue).joined(separator: ", ")
            return refuse("\"on\" must be one of \(targets), \"status\" from 200 to 599, \"times\" at least 1.")
        }
        faults.add(fault)
        return HTTPServerResponse(status: .noContent)
    }

    private func advance(_ body: JSON) -> HTTPServerResponse {
        let seconds: Double? =
            if case .number(let number) = body["advance"] { number } else {
                body["advance"]?.integer.map(Double.init)
            }
        guard let seconds, abs(seconds) < 1e9 else { return refuse("\"advance\" must be a number of seconds.") }
        sandbox.clock.advance(by: seconds)
        return .json(["now": .integer(sandbox.clock.seconds)])
    }

    private func changeAccounts(_ body: JSON, _ change: (DirectoryAccount) -> Void) -> HTTPServerResponse {
        let accounts = self.accounts(body)
        guard !accounts.isEmpty else { return refuse("\"username\" must be somebody in the world.") }
        accounts.forEach(change)
        return HTTPServerResponse(status: .noContent)
    }

    private func approve(_ body: JSON) -> HTTPServerResponse {
        guard let code = body["user_code"]?.string.flatMap(sandbox.grants.device(userCode:)) else {
            return refuse("\"user_code\" is not one that was handed out.")
        }
        if body["answer"]?.string == "decline" {
            sandbox.grants.decide(code, .declined)
            return HTTPServerResponse(status: .noContent)
        }
        let tenant = body["tenant"]?.string
        let authority = tenant.flatMap { SignInAuthority($0, in: sandbox.seed) } ?? code.authority
        guard let identity = accounts(body).compactMap({ authority.identity(of: $0) }).first else {
            return refuse("\"username\" must be somebody who can sign in at this authority.")
        }
        if code.authority.isEntra {
            sandbox.consents.record(
                code.scopes, by: .account(identity.account.homeAccountID), application: code.application)
        }
        sandbox.grants.decide(code, .approved(identity))
        return HTTPServerResponse(status: .noContent)
    }

    /// By username, or by home account id where one address has two accounts.
    private func accounts(_ body: JSON) -> [DirectoryAccount] {
        guard let name = body["username"]?.string else { return [] }
        return sandbox.seed.account(homeAccountID: name).map { [$0] } ?? sandbox.seed.accounts(username: name)
    }

    private func answer(_ problem: String?) -> HTTPServerResponse {
        problem.map(refuse) ?? HTTPServerResponse(status: .noContent)
    }

    private func refuse(_ sentence: String) -> HTTPServerResponse {
        .json(["error": .string(sentence)], status: .badRequest)
    }
}
