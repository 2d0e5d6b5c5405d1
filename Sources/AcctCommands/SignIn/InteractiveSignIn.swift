import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport

/// A sign-in by a person: in the browser, with a device code, or by pasting the address that the browser ends on.
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
        let sameWay = ([again] + options.words.map(\.asShellWord)).joined(separator: " ")
        guard prompter.allowsInput else {
            throw Failure.signInForbidden(again: sameWay)
        }
        guard options.domainHint == nil || application.authority.kind.supportsDomainHint else {
            throw Failure.domainHintUnsupported(by: "\(application.authority.url)")
        }
        var request = request
        request.timeout = options.timeout.map { .seconds(Int($0)) }
        request.domainHint = options.domainHint
        request.prompt = options.prompt
        if let end = application.throttledUntil(for: request.expectedAccount) { warn(ofThrottlingUntil: end) }
        do {
            return try await signIn(request, with: application, options: options.remembering(profile))
        } catch {
            throw adminConsent.flatMap { Failure(administratorNeededIn: error, command: $0) }
                ?? Failure(
                    error,
                    signInCommand: error.endsThisWay
                        ? again : sameWay + promptAfter(error, at: application.authority, options))
        }
    }

    private func warn(ofThrottlingUntil end: Date) {
        let seconds = Int(end.timeIntervalSince(clock.now()).rounded(.up))
        output.note(
            "The server asked for no more requests for \(seconds) s, until \(end.formatted(.iso8601)). It may refuse this "
                + "sign-in at its end; to be sure, press Ctrl-C and sign in then.")
    }

    /// The option that makes the page ask for the account: a server that ignores the login hint would sign in the account of
    /// the browser's session again.
    private func promptAfter(_ error: AuthError, at authority: Authority, _ options: SignInOptions) -> String {
        guard case .wrongAccount = error, !authority.kind.choosesSessionByLoginHint, !options.deviceCode,
            options.prompt == nil
        else { return "" }
        return " --prompt \(SignInRequest.Prompt.login.rawValue)"
    }

    private func signIn(
        _ request: SignInRequest, with application: PublicClientApplication, options: SignInOptions
    ) async throws(AuthError) -> TokenGrant {
        if options.deviceCode {
            return try await application.signInWithDeviceCode(request) { code in
                show(code, for: min(code.expiresIn, request.timeout ?? code.expiresIn))
            }
        }
        if options.paste {
            return try await application.signIn(request, redirectPort: Int(options.redirectPort ?? 0)) { url, problem in
                askForAddress(after: url, because: problem)
            }
        }
        let browser = try browser(options.browser)
        if browser != nil { output.note("Opening the browser. Sign in there, or press Ctrl-C to cancel.") }
        return try await application.signIn(request, redirectPort: Int(options.redirectPort ?? 0)) {
            url throws(AuthError) in
            // A person who named the browser knows where the page opens.
            if browser != nil, terminal.errorIsTerminal, options.browser == nil {
                output.note(lines: ["If no page opens, open this address:", url])
            }
            try await open(url, in: browser)
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
    /// - Throws: `AuthError.browserUnavailable` where nobody could see the address.
    private func open(_ url: String, in browser: Browser?) async throws(AuthError) {
        guard let browser else { return output.prompt("\(Self.invitation)\n\(url)\n") }
        do {
            try await browser.open(url)
        } catch {
            guard case .browserUnavailable(let reason) = error, prompter.canPrompt else { throw error }
            output.prompt("\(reason.safeLine)\n\(Self.invitation)\n\(url)\n")
        }
    }

    private static let invitation =
        "Open this address in a browser on this machine, or press Ctrl-C and add --device-code or --paste:"

    /// - Parameter problem: of the text that was pasted before; nil for the first time.
    private func askForAddress(after url: String, because problem: RedirectProblem?) -> String? {
        if let problem {
            return prompter.line(
                """
                \(problem.sentenceAboutPaste)
                Paste the whole address from the address bar of the browser: 
                """)
        }
        return prompter.line(
            """
            Open this address in any browser and sign in:

            \(url)

            The browser ends at a page that it cannot load. Paste the address of that page: 
            """)
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

    private var output: Output { prompter.output }
    private var terminal: Terminal { prompter.terminal }
}

extension AuthError {
    /// Whether the way that was chosen cannot succeed, so that the message names another.
    fileprivate var endsThisWay: Bool {
        switch self {
        case .deviceCodeExpired, .deviceCodeUnsupported, .unsafeVerificationPage, .browserUnavailable: true
        default: false
        }
    }
}

extension RedirectProblem {
    fileprivate var sentenceAboutPaste: String {
        switch self {
        case .wrongState: "This address belongs to another sign-in."
        case .timedOut, .wrongIssuer, .missingCode, .missingConsent:
            "This is not the address at which the sign-in ended."
        }
    }
}
