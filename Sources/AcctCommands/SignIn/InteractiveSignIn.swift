import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport

/// A sign-in that a person is asked for, and the commands to suggest where it fails.
struct SignInAttempt {
    var request: SignInRequest
    var application: PublicClientApplication
    var options: SignInOptions
    /// The command to try again with, without the options for the way to sign in.
    let command: SuggestedCommand
    /// The command for an administrator, where only one can consent.
    var adminConsentCommand: SuggestedCommand?
}

/// A sign-in by a person: in the browser, with a device code, by pasting the address that the browser ends on, or through
/// the device's broker.
struct InteractiveSignIn: Sendable {
    let prompter: Prompter
    let environment: Environment
    let clock: WallClock

    /// Signs a person in the way the options say; nothing is stored.
    ///
    /// - Parameter profile: the profile that is signed in to again. It was found to be unaltered, since its browser is run.
    func signIn(_ attempt: SignInAttempt, to profile: Profile? = nil) async throws -> TokenGrant {
        let (options, application) = (attempt.options, attempt.application)
        var attempt = attempt
        attempt.options = options.withDefaults(of: profile)
        let retryCommand = attempt.command.adding(options.words)
        if attempt.options.broker {
            return try await signInThroughBroker(
                attempt, retryCommand: profile?.isBrokered == true ? attempt.command : retryCommand)
        }
        if let setting = prompter.noInputSetting {
            throw Failure.signInForbidden(by: setting, retryCommand: retryCommand)
        }
        guard options.domainHint == nil || application.authority.kind.supportsDomainHint else {
            throw Failure.domainHintUnsupported(by: "\(application.authority.url)")
        }
        attempt.application = application.with(broker: nil)
        attempt.request.timeout = options.timeout?.duration
        attempt.request.domainHint = options.domainHint
        attempt.request.prompt = options.prompt
        if let end = application.signInThrottledUntil(for: attempt.request.expectedAccount) {
            warn(ofThrottlingUntil: end)
        }
        do {
            return try await signInRetryingWithClaims(attempt)
        } catch {
            if let failure = await managedDeviceRequired(error, retryCommand: attempt.command) { throw failure }
            if let profile, let failure = Failure(recreatedAccountOf: profile, in: error) { throw failure }
            let kind = application.authority.kind
            throw attempt.adminConsentCommand.flatMap { Failure(administratorNeededIn: error, adminConsentCommand: $0) }
                ?? Failure(
                    error, retryCommand: attempt.command.adding(options.optionsForRetry(after: error, at: kind).words)
                )
                .namingRedirectURI(attempt.options.redirectURI ?? .localhost, of: kind, after: error)
                .namingOtherWays(options, after: error)
        }
    }

    private func warn(ofThrottlingUntil end: Date) {
        let seconds = Int(end.timeIntervalSince(clock.now()).rounded(.up))
        output.note(
            "The server asked for no more requests for \(seconds) s, until \(end.formatted(.iso8601)). It may refuse this "
                + "sign-in at its end; to be sure, press Ctrl-C and sign in then.")
    }

    /// Signs in once more where the server demands claims of a sign-in that it has refused at its end.
    private func signInRetryingWithClaims(_ attempt: SignInAttempt) async throws(AuthError) -> TokenGrant {
        do {
            return try await signIn(attempt)
        } catch .refused(let error) {
            guard error.isInteractionRequired, let claims = error.claims, claims != attempt.request.claims else {
                throw .refused(error)
            }
            output.note("The server demands more: \(AADSTSMessages.words(error)). The sign-in starts again.")
            var attempt = attempt
            attempt.request.claims = claims
            return try await signIn(attempt)
        }
    }

    private func signIn(_ attempt: SignInAttempt) async throws(AuthError) -> TokenGrant {
        let (request, application, options) = (attempt.request, attempt.application, attempt.options)
        if options.deviceCode {
            return try await application.signInWithDeviceCode(request) { code in
                show(code, for: min(code.expiresIn, request.timeout ?? code.expiresIn))
            }
        }
        let redirectURI = options.redirectURI ?? .localhost
        if options.paste {
            let reader = PastedRedirect(
                redirectURI: redirectURI, timeout: request.timeout ?? SignInRequest.browserTimeout, prompter: prompter)
            return try await application.signIn(request, redirectURI: redirectURI) { url, problem throws(AuthError) in
                try reader.address(after: url, because: problem)
            }
        }
        let browser = try browser(options.browser)
        return try await application.signIn(request, redirectURI: redirectURI) { url throws(AuthError) in
            try await open(url, in: browser, isNamed: options.browser != nil, command: attempt.command)
        }
    }

    /// - Returns: nil where none can be opened, and a person can open the page instead.
    private func browser(_ command: String?) throws(AuthError) -> Browser? {
        do {
            return try Browser(command: command, environment: environment)
        } catch {
            guard case .browserUnavailable(let reason) = error, prompter.canPrompt else { throw error }
            output.note(reason)
            return nil
        }
    }

    /// Opens the page, or shows its address to the person, who can open it elsewhere on this machine. The wait for the
    /// redirect goes on.
    ///
    /// - Parameter isNamed: whether the person named the browser, and so knows where the page opens.
    /// - Throws: `AuthError.browserUnavailable` where the address can neither be opened nor shown.
    private func open(
        _ url: String, in browser: Browser?, isNamed: Bool, command: SuggestedCommand
    ) async throws(AuthError) {
        let address = "Open this address in a browser on this machine:\n\(url)\n"
        let elsewhere = Remark(
            "On another machine, press Ctrl-C and run:", command: command.adding("--device-code"))
        guard let browser else {
            output.prompt(address)
            return output.prompt(elsewhere)
        }
        output.note("Opening the browser. Sign in there, or press Ctrl-C to cancel.")
        let showsAddress = terminal.errorIsTerminal && !isNamed
        let opening = await browser.open(url) {
            if showsAddress { output.note(lines: ["If no page opens, open this address:", url]) }
        }
        guard case .failed(let error, let isLate) = opening else { return }
        guard case .browserUnavailable(let reason) = error, prompter.canPrompt else { throw error }
        output.prompt("\(reason.safeLine)\n" + (isLate && showsAddress ? "" : address))
        output.prompt(elsewhere)
    }

    private func show(_ code: DeviceCode, for time: Duration) {
        let page = code.verificationURIComplete ?? code.verificationURI
        if terminal.showsBlocks(columns: 80), let picture = QRCode(page), picture.columns <= 80 {
            output.prompt("\(picture.text)\n")
        }
        output.prompt("To sign in, open \(code.verificationURI) on any device and enter the code \(code.userCode)\n")
        let seconds = time.components.seconds
        output.note(
            "Waiting for the sign-in, for up to \(seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes").")
    }

    var output: Output { prompter.output }
    private var terminal: Terminal { prompter.terminal }
}

extension Failure {
    /// Adds the ways to sign in that a policy against device codes leaves.
    fileprivate func namingOtherWays(_ options: SignInOptions, after error: any Error) -> Failure {
        guard options.deviceCode, let error = (error as? AuthError)?.serverError,
            AADSTSMessages.mayBlockDeviceCodes(error)
        else { return self }
        var failure = self
        failure.remarks.append(
            Remark(
                "The policy may block device codes alone: sign in with the browser, or add --paste on a machine without one."
            ))
        return failure
    }
}

extension SignInOptions {
    /// The options of the command that a message about the error names. Where the way to sign in cannot succeed, that is
    /// another one: the message appends its option.
    fileprivate func optionsForRetry(after error: any Error, at kind: Authority.Kind) -> SignInOptions {
        var options = self
        switch error as? AuthError {
        // A device code takes none of these.
        case .browserUnavailable:
            (options.browser, options.domainHint, options.prompt, options.paste) = (nil, nil, nil, false)
        case .cannotListen: (options.browser, options.paste) = (nil, false)
        case .deviceCodeExpired: options.deviceCode = false
        case .refused(let error), .declined(let error):
            if AADSTSMessages.mayBlockDeviceCodes(error) { options.deviceCode = false }
        case .deviceCodeUnsupported, .unsafeVerificationPage:
            options.deviceCode = false
            options.paste = redirectURI?.isLoopback == false
        // A server that ignores the login hint would sign in the account of the browser's session again.
        case .wrongAccount where !kind.choosesSessionByLoginHint && !deviceCode && prompt == nil:
            options.prompt = .login
        default: break
        }
        return options
    }
}
