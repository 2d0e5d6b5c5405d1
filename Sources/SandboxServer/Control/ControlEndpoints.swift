import NIOHTTP1

/// The levers under `/sandbox/` by which a test moves the world.
struct ControlEndpoints {
    let emulation: Emulation
    let faults: Faults
    let log: RequestLog

    /// Nil for a path that is not one of them.
    func respond(to request: Request) -> Response? {
        let segments = request.segments
        guard segments.count == 2, segments[0] == "sandbox" else { return nil }
        switch (request.method, segments[1]) {
        case (.GET, "requests"): return .json(.array(log.entries.map(\.json)))
        case (.DELETE, "requests"): log.removeAll()
        case (.DELETE, "faults"): faults.removeAll()
        case (.POST, let lever): return pull(lever, JSON(parsing: request.body) ?? .null)
        default: return nil
        }
        return Response(status: .noContent)
    }

    private func pull(_ lever: String, _ body: JSON) -> Response? {
        switch lever {
        case "faults": addFault(body)
        case "approve": approve(body)
        case "revoke":
            changeAccounts(body) { account in
                emulation.revoke(account, includingRefreshTokens: body["keepRefreshTokens"]?.bool != true)
            }
        case "disable":
            changeAccounts(body) { account in
                emulation.setDisabled(body["disabled"]?.bool ?? true, account)
            }
        case "time": advance(body)
        case "keys": answer(CredentialLevers(credentials: emulation.credentials).addKey(body))
        case "secrets": answer(CredentialLevers(credentials: emulation.credentials).changeSecret(body))
        case "federations": answer(CredentialLevers(credentials: emulation.credentials).addFederation(body))
        default: nil
        }
    }

    private func addFault(_ body: JSON) -> Response {
        guard let fault = Fault(body) else {
            let targets = Fault.Target.allCases.map(\.rawValue).joined(separator: ", ")
            return refuse("\"on\" must be one of \(targets), \"status\" from 200 to 599, \"times\" at least 1.")
        }
        faults.add(fault)
        return Response(status: .noContent)
    }

    private func advance(_ body: JSON) -> Response {
        let seconds: Double? =
            if case .number(let number) = body["advance"] { number } else {
                body["advance"]?.integer.map(Double.init)
            }
        guard let seconds, abs(seconds) < 1e9 else { return refuse("\"advance\" must be a number of seconds.") }
        emulation.clock.advance(by: seconds)
        return .json(["now": .integer(emulation.clock.seconds)])
    }

    private func changeAccounts(_ body: JSON, _ change: (Account) -> Void) -> Response {
        let accounts = self.accounts(body)
        guard !accounts.isEmpty else { return refuse("\"username\" must be somebody in the world.") }
        accounts.forEach(change)
        return Response(status: .noContent)
    }

    private func approve(_ body: JSON) -> Response {
        guard let code = body["user_code"]?.string.flatMap(emulation.grants.device(userCode:)) else {
            return refuse("\"user_code\" is not one that was handed out.")
        }
        if body["answer"]?.string == "decline" {
            emulation.grants.decide(code, .declined)
            return Response(status: .noContent)
        }
        let tenant = body["tenant"]?.string
        let authority = tenant.flatMap { Authority($0, in: emulation.world) } ?? code.authority
        guard let identity = accounts(body).compactMap({ authority.identity(of: $0) }).first else {
            return refuse("\"username\" must be somebody who can sign in at this authority.")
        }
        if code.authority.isEntra {
            emulation.consents.record(
                code.scopes, by: .account(identity.account.homeAccountID), application: code.application)
        }
        emulation.grants.decide(code, .approved(identity))
        return Response(status: .noContent)
    }

    /// By username, or by home account id where one address has two accounts.
    private func accounts(_ body: JSON) -> [Account] {
        guard let name = body["username"]?.string else { return [] }
        return emulation.world.account(homeAccountID: name).map { [$0] } ?? emulation.world.accounts(username: name)
    }

    private func answer(_ problem: String?) -> Response {
        problem.map(refuse) ?? Response(status: .noContent)
    }

    private func refuse(_ sentence: String) -> Response {
        .json(["error": .string(sentence)], status: .badRequest)
    }
}
