import AccountProfiles
import AuthCore
import HTTPTransport

/// A sign-in through the device's broker. Uses the account that the device is signed in with.
extension InteractiveSignIn {
    /// Signs in with an account of the broker; nothing is stored. Under `--no-input` no window of the broker opens. At a
    /// terminal it stays open until the person is done, unless the options have a time limit.
    ///
    /// - Parameter retryCommand: the command to try again with.
    func signInThroughBroker(_ attempt: SignInAttempt, retryCommand: SuggestedCommand) async throws -> TokenGrant {
        let options = attempt.options
        guard attempt.application.authority.kind == .entra else {
            throw Failure.brokerUnsupported(retryCommand: retryCommand)
        }
        let application = attempt.application.with(broker: DeviceBroker(environment: environment))
        var request = attempt.request
        request.prompt = options.prompt
        request.timeout =
            options.timeout?.duration ?? (prompter.canPrompt ? nil : SignInRequest.browserTimeout)
        do {
            let account = try await account(for: request, at: application, retryCommand: retryCommand)
            return try await grant(request, account: account, with: application, retryCommand: retryCommand)
        } catch let error as AuthError {
            throw Failure(error, retryCommand: retryCommand)
        }
    }

    private func grant(
        _ request: SignInRequest, account: BrokerAccount?, with application: PublicClientApplication,
        retryCommand: SuggestedCommand
    ) async throws -> TokenGrant {
        if let account, request.prompt == nil {
            do {
                return try await output.notingBroker {
                    try await application.signInSilentlyThroughBroker(request, account: account)
                }
            } catch AuthError.interactionRequired where prompter.allowsInput {}
        }
        if let setting = prompter.noInputSetting {
            throw Failure.brokerWindowNeeded(forbiddenBy: setting, retryCommand: retryCommand)
        }
        output.note("Sign in in the broker's window, or press Ctrl-C to cancel.")
        return try await Interruptible.run({
            try await application.signInThroughBroker(request, account: account)
        }) { _ in }
    }

    /// The account to sign in with; nil to let the person choose in the broker's window.
    private func account(
        for request: SignInRequest, at application: PublicClientApplication, retryCommand: SuggestedCommand
    ) async throws -> BrokerAccount? {
        let accounts = try await output.notingBroker { try await application.brokerAccounts() }
            .sorted { $0.username < $1.username }
        if let expected = request.expectedAccount {
            return accounts.first { $0.homeAccountID == expected.homeAccountID }
        }
        if let username = request.loginHint, !username.isEmpty {
            return accounts.first { $0.username.equalsIgnoringASCIICase(username) }
        }
        guard request.prompt != .selectAccount, !accounts.isEmpty else { return nil }
        guard prompter.canPrompt else {
            guard accounts.count == 1 else {
                throw Failure.severalBrokerAccounts(accounts.map(\.username.inSentence), retryCommand: retryCommand)
            }
            return accounts.first
        }
        let items =
            accounts.map { PickerItem(name: $0.username, details: [$0.displayName], reason: "") }
            + [PickerItem(name: "Another account", details: [""], reason: "")]
        let index = try prompter.choose("Account of this device's broker", from: items)
        return index < accounts.count ? accounts[index] : nil
    }

    /// The failure of a sign-in that the server allows on a managed device alone; nil for other errors.
    func managedDeviceRequired(_ error: any Error, retryCommand: SuggestedCommand) async -> Failure? {
        guard let error = (error as? AuthError)?.serverError, AADSTSMessages.requiresManagedDevice(error) else {
            return nil
        }
        let version = try? await DeviceBroker(environment: environment).version(limit: .seconds(5))
        return .managedDeviceRequired(
            AADSTSMessages.words(error), hasBroker: version != nil, retryCommand: retryCommand)
    }
}

extension Output {
    /// Tells a person who waits for the device's broker for two seconds that this is what takes the time.
    func notingBroker<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        let note = Task {
            try await Task.sleep(for: .seconds(2))
            if terminal.errorIsTerminal { self.note("Waiting for this device's identity broker.") }
        }
        defer { note.cancel() }
        return try await work()
    }
}
