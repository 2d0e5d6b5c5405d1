import AuthCore
import HTTPTransport

/// A sign-in by a person: in the browser, with a device code, or by pasting the address that the browser ends on.
struct InteractiveSignIn: Sendable {
    let prompter: Prompter
    let environment: Environment

    /// Signs a person in the way the options say; nothing is stored.
    ///
    /// - Parameters:
    ///   - again: the command to try again with.
    ///   - adminConsent: the command for an administrator, where only one can consent.
    func signIn(
        _ request: SignInRequest, with application: PublicClientApplication, options: SignInOptions, again: String,
        adminConsent: String? = nil
    ) async throws -> TokenGrant {
        guard prompter.allowsInput else {
            throw Failure.signInForbidden(again: again)
        }
        guard options.domainHint == nil || application.authority.kind.supportsDomainHint else {
            throw Failure.domainHintUnsupported(by: "\(application.authority.url)")
        }
        var request = request
        request.timeout = .seconds(Int(options.timeout))
        request.domainHint = options.domainHint
        do {
            if options.deviceCode {
                return try await application.signInWithDeviceCode(request) { code in show(code) }
            }
            if options.paste {
                return try await application.signIn(request, redirectPort: Int(options.redirectPort ?? 0)) { url in
                    askForAddress(after: url)
                }
            }
            return try await signInWithBrowser(request, with: application, options: options)
        } catch {
            throw adminConsent.flatMap { Failure(administratorNeededIn: error, command: $0) }
                ?? Failure(error, signInCommand: again)
        }
    }

    private func signInWithBrowser(
        _ request: SignInRequest, with application: PublicClientApplication, options: SignInOptions
    ) async throws(AuthError) -> TokenGrant {
        let browser = try Browser(command: options.browser, environment: environment)
        output.note("Opening the browser. Sign in there, or press Ctrl-C to cancel.")
        return try await application.signIn(request, redirectPort: Int(options.redirectPort ?? 0)) {
            url throws(AuthError) in
            // A person who named the browser knows where the page opens.
            if terminal.errorIsTerminal, options.browser == nil {
                output.note(lines: ["If no page opens, open this address:", url])
            }
            try await browser.open(url)
        }
    }

    private func askForAddress(after url: String) -> String? {
        prompter.line(
            """
            Open this address in any browser and sign in:

            \(url)

            The browser ends at a page that it cannot load. Paste the address of that page: 
            """)
    }

    private func show(_ code: DeviceCode) {
        let page = code.verificationURIComplete ?? code.verificationURI
        if terminal.showsBlocks(columns: 80), let picture = QRCode(page), picture.columns <= 80 {
            output.prompt("\(picture.text)\n")
        }
        output.prompt("To sign in, open \(code.verificationURI) on any device and enter the code \(code.userCode)\n")
        let seconds = code.expiresIn.components.seconds
        let time = seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes"
        output.note("Waiting for the sign-in. The code is valid for \(time).")
    }

    private var output: Output { prompter.output }
    private var terminal: Terminal { prompter.terminal }
}
