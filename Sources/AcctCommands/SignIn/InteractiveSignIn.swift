import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport

/// A sign-in by a person: in the browser, with a device code, by pasting the address that the browser ends on, or through
/// the device's broker.
struct InteractiveSignIn: Sendable {
    let prompter: Prompter
    let environment: Environment
    let clock: WallClock

    /// Signs a person in the way the options say; nothing is stored.
    ///
    /// - Parameters:
    ///   - profile: the profile that is signed in to again. It was found to be unaltered, since its browser is run.
    ///   - again: the command to try again with, without the options for the way.
    ///   - adminConsent: the command for an administrator, where only one can consent.
    func signIn(
        _ request: SignInRequest, with application: PublicClientApplication, options: SignInOptions,
        to profile: Profile? = nil, again: String, adminConsent: String? = nil
    ) async throws -> TokenGrant {
        let remembered = options.withDefaults(of: profile)
        if remembered.broker {
            return try await signInThroughBroker(
                request, with: application, options: remembered,
                again: profile?.isBrokered == true ? again : options.command(again))
        }
        guard prompter.allowsInput else {
            throw Failure.signInForbidden(again: options.command(again))
        }
        guard options.domainHint == nil || application.authority.kind.supportsDomainHint else {
            throw Failure.domainHintUnsupported(by: "\(application.authority.url)")
        }
        var request = request
        request.timeout = options.timeout?.duration
        request.domainHint = options.domainHint
        request.prompt = options.prompt
        if let end = application.signInThrottledUntil(for: request.expectedAccount) { warn(ofThrottlingUntil: end) }
        do {
            return try await signInRetryingWithClaims(
                request, with: application.with(broker: nil), options: remembered, again: again)
        } catch {
            if let failure = await managedDeviceRequired(error, again: again) { throw failure }
            if let profile, let failure = Failure(recreatedAccountOf: profile, in: error) { throw failure }
            throw adminConsent.flatMap { Failure(administratorNeededIn: error, command: $0) }
                ?? Failure(
                    error,
                    signInCommand: options.optionsForRetry(after: error, at: application.authority.kind).command(again)
                )
                .namingRedirectURI(
                    remembered.redirectURI ?? .localhost, of: application.authority.kind, after: error
                )
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
    private func signInRetryingWithClaims(
        _ request: SignInRequest, with application: PublicClientApplication, options: SignInOptions, again: String
    ) async throws(AuthError) -> TokenGrant {
        do {
            return try await signIn(request, with: application, options: options, again: again)
        } catch .refused(let error) {
            guard error.isInteractionRequired, let claims = error.claims, claims != request.claims else {
                throw .refused(error)
            }
            output.note("The server demands more: \(AADSTSMessages.words(error)). The sign-in starts again.")
            var request = request
            request.claims = claims
            return try await signIn(request, with: application, options: options, again: again)
        }
    }

    private func signIn(
        _ request: SignInRequest, with application: PublicClientApplication, options: SignInOptions, again: String
    ) async throws(AuthError) -> TokenGrant {
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
            try await open(url, in: browser, isNamed: options.browser != nil, again: again)
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
    private func open(_ url: String, in browser: Browser?, isNamed: Bool, again: String) async throws(AuthError) {
        let address = "Open this address in a browser on this machine:\n\(url)\n"
        let other = "On another machine, press Ctrl-C and run: \(again.safeLine) --device-code\n"
        guard let browser else { return output.prompt(address + other) }
        output.note("Opening the browser. Sign in there, or press Ctrl-C to cancel.")
        let showsAddress = terminal.errorIsTerminal && !isNamed
        let opening = await browser.open(url) {
            if showsAddress { output.note(lines: ["If no page opens, open this address:", url]) }
        }
        guard case .failed(let error, let isLate) = opening else { return }
        guard case .browserUnavailable(let reason) = error, prompter.canPrompt else { throw error }
        output.prompt("\(reason.safeLine)\n" + (isLate && showsAddress ? "" : address) + other)
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
        guard options.deviceCode, let refusal = (error as? AuthError)?.refusal,
            AADSTSMessages.mayBlockDeviceCodes(refusal)
        else { return self }
        var failure = self
        failure.remarks.append(
            "The policy may block device codes alone: sign in with the browser, or add --paste on a machine without one."
        )
        return failure
    }
}

extension SignInOptions {
    /// The command with these options.
    func command(_ words: String) -> String { ([words] + self.words.map(\.asShellWord)).joined(separator: " ") }

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
