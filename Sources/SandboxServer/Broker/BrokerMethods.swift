/// The methods of the broker.
struct BrokerMethods {
    let broker: TokenBroker
    let flows: InteractiveFlows

    /// - Throws: `BrokerFailure`
    func response(to request: BrokerRequest, faults: BrokerFaults) async throws -> JSON {
        switch request.method {
        case .getLinuxBrokerVersion:
            _ = try request.text("msalCppVersion")
            return ["linuxBrokerVersion": .string(BrokerMethod.brokerVersion)]
        case .getAccounts:
            _ = try request.text("redirectUri")
            return ["accounts": .array(try await broker.accounts(for: request.client()).map(\.json))]
        case .removeAccount:
            let client = try request.client()
            let account = try request.body.required("account") { $0.members == nil ? nil : $0 }
            await broker.remove(try await broker.account(account, for: client), from: client)
            return [:]
        case .cancelInteractiveFlow:
            guard await flows.cancel(request.correlationID) else {
                throw BrokerFailure.contract("No interactive flow has this correlation id.")
            }
            return [:]
        case .acquireTokenSilently, .acquireTokenInteractively:
            let tokens = try await tokens(BrokerTokenRequest(request), method: request.method, faults: faults)
            return ["brokerTokenResponse": faults.altered(tokens.json(environment: await broker.environment))]
        case .acquirePrtSsoCookie, .generateSignedHttpRequest:
            throw BrokerFailure(.incorrectConfiguration, "\(request.method.rawValue) is not supported here.")
        }
    }

    private func tokens(_ request: BrokerTokenRequest, method: BrokerMethod, faults: BrokerFaults) async throws
        -> BrokerTokens
    {
        var account: DirectoryAccount?
        if let json = request.account { account = try await broker.account(json, for: request.client) }
        if let failure = faults.failure(of: method) { throw failure }
        if faults.hits(method, .otherAccount) { return try await broker.acquire(request, otherThan: account) }
        if method == .acquireTokenSilently, let account {
            return try await broker.acquireSilently(request, for: account)
        }
        let asked = account
        return try await flows.run(request.correlationID) {
            try await broker.acquireInteractively(request, for: asked)
        }
    }
}

/// The interactive flows that wait for a person, by correlation id.
actor InteractiveFlows {
    private var running: [String: Task<BrokerTokens, any Error>] = [:]

    /// - Throws: `BrokerFailure` with the status of a cancellation, if `cancel` ended it.
    func run(_ correlationID: String, _ work: @escaping @Sendable () async throws -> BrokerTokens) async throws
        -> BrokerTokens
    {
        guard running[correlationID] == nil else {
            throw BrokerFailure.contract("An interactive flow has this correlation id already.")
        }
        let flow = Task { try await work() }
        running[correlationID] = flow
        defer { running[correlationID] = nil }
        do {
            return try await flow.value
        } catch  where flow.isCancelled {
            throw BrokerFailure(.applicationCancelled, "The application cancelled the interactive flow.")
        }
    }

    /// - Returns: whether there was such a flow. A flow whose call is still being read is waited for.
    func cancel(_ correlationID: String) async -> Bool {
        for _ in 0..<20 where running[correlationID] == nil {
            try? await Task.sleep(for: .milliseconds(25))
        }
        guard let flow = running[correlationID] else { return false }
        flow.cancel()
        return true
    }
}
