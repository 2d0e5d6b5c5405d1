import AccountProfiles
import ArgumentParser
import AuthCore

/// How a person signs in.
struct SignInOptions: ParsableArguments {
    @Flag(help: "Show a code to type on another device instead of opening a browser.")
    var deviceCode = false

    @Flag(help: "Print the address of the sign-in page, and read the address that the browser ends on.")
    var paste = false

    @Option(
        help: ArgumentHelp(
            "The browser to open; %s in it becomes the address. Else $BROWSER, else xdg-open.", valueName: "command"))
    var browser: String?

    @Option(
        help: ArgumentHelp(
            "Go straight to the sign-in page of a federated domain, or of an identity provider of a tenant for customers.",
            valueName: "domain"))
    var domainHint: String?

    @Option(
        help: ArgumentHelp(
            "The loopback port the browser comes back to, where the server insists on one; 0 takes any free one. Else the profile's.",
            valueName: "port"))
    var redirectPort: UInt16?

    @Option(help: ArgumentHelp("How many seconds to wait for the sign-in.", valueName: "seconds"))
    var timeout: UInt16 = 300

    /// Whether a way to sign in was named.
    var isGiven: Bool { deviceCode || paste || browser != nil || domainHint != nil }

    /// The same, with the port that the profile signs in with unless another one was named.
    func remembering(_ profile: Profile) -> SignInOptions {
        var options = self
        options.redirectPort = redirectPort ?? profile.redirectPort
        return options
    }

    func validate() throws {
        if deviceCode, paste { throw ValidationError("Give either --device-code or --paste.") }
        if deviceCode, domainHint != nil {
            throw ValidationError("A device code has no page to go straight to: leave --domain-hint out.")
        }
        if domainHint?.isEmpty == true { throw ValidationError("--domain-hint needs a domain.") }
    }
}

extension Services {
    /// Signs a person in the way the options say; nothing is kept yet.
    ///
    /// - Parameters:
    ///   - again: what to type to try again.
    ///   - adminConsent: what an administrator types when only one can agree.
    func signIn(
        _ request: SignInRequest, with application: PublicClientApplication, _ options: SignInOptions, again: String,
        adminConsent: String? = nil
    ) async throws -> TokenGrant {
        guard maySignIn else {
            throw Failure(
                .signInRequired, "A sign-in needs a person, and --no-input says that nobody is there.", command: again)
        }
        guard options.domainHint == nil || application.authority.kind.supportsDomainHint else {
            throw Failure(
                .usage, "\(application.authority.url) does not know domain hints: leave --domain-hint out.")
        }
        var request = request
        request.timeout = .seconds(Int(options.timeout))
        request.domainHint = options.domainHint
        do {
            if options.deviceCode {
                return try await application.signInWithDeviceCode(request) { [self] code in show(code) }
            }
            if options.paste {
                return try await application.signIn(request, redirectPort: Int(options.redirectPort ?? 0)) {
                    [self] url in
                    askForAddress(after: url)
                }
            }
            return try await signInWithBrowser(request, with: application, options)
        } catch {
            throw adminConsent.flatMap { Failure(administratorNeededIn: error, command: $0) }
                ?? Failure(error, signInCommand: again)
        }
    }

    private func signInWithBrowser(
        _ request: SignInRequest, with application: PublicClientApplication, _ options: SignInOptions
    ) async throws(AuthError) -> TokenGrant {
        let browser = try Browser(command: options.browser, environment: environment)
        output.note("Opening the browser to sign in. Waiting for you there; Ctrl-C gives up.")
        return try await application.signIn(request, redirectPort: Int(options.redirectPort ?? 0)) {
            [self] url throws(AuthError) in
            // Somebody who named the browser knows where the page went.
            if terminal.errorIsTerminal, options.browser == nil { output.note("If no page opens, go to:\n\(url)") }
            try await browser.open(url)
        }
    }

    private func askForAddress(after url: String) -> String? {
        output.prompt(
            """
            Open this address in any browser and sign in:

            \(url)

            The browser ends on a page that it cannot load. Paste that page's address: 
            """)
        return readLine()
    }

    private func show(_ code: DeviceCode) {
        let page = code.verificationURIComplete ?? code.verificationURI
        if terminal.showsBlocks(columns: 80), let picture = QRCode(page), picture.columns <= 80 {
            output.prompt("\(picture.text)\n")
        }
        output.prompt("To sign in, open \(code.verificationURI) on any device and enter the code \(code.userCode)\n")
        let seconds = code.expiresIn.components.seconds
        let time = seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes"
        output.note("Waiting for you there; the code is good for \(time).")
    }
}
