import AccountProfiles
import ArgumentParser
import AuthCore

/// The options for the way in which a person signs in.
struct SignInOptions: ParsableArguments {
    @Flag(help: "Show a code to enter on another device instead of opening a browser.")
    var deviceCode = false

    @Flag(help: "Print the address of the sign-in page, and read the address at which the browser ends.")
    var paste = false

    @Flag(help: "Sign in through this device's identity broker, which keeps the sign-in and gives tokens for it.")
    var broker = false

    @Option(
        help: ArgumentHelp(
            "The browser to open; %s in it is replaced by the address. Default: the profile's, else $BROWSER, else xdg-open.",
            valueName: "command"))
    var browser: String?

    @Option(
        help: ArgumentHelp(
            "Go directly to the sign-in page of a federated domain, or of an identity provider of a customer tenant.",
            valueName: "domain"))
    var domainHint: String?

    @Option(
        help: ArgumentHelp(
            "What the sign-in page asks for, whichever account the browser is signed in to: the account, its password, or consent. Default: the account, when one is added.",
            valueName: "what"))
    var prompt: SignInRequest.Prompt?

    @Option(
        help: ArgumentHelp(
            "The redirect URI of your app registration, such as http://127.0.0.1:8400/callback. Without a port acct listens on any free one. An address that is not on loopback needs --paste. Default: the profile's, else http://localhost.",
            valueName: "uri"),
        transform: { try RedirectURI(option: $0) })
    var redirectURI: RedirectURI?

    @Option(
        help: ArgumentHelp("The same as --redirect-uri http://localhost:PORT; 0 for any free port.", valueName: "port"),
        transform: { try UInt16(option: $0, "port") })
    var redirectPort: UInt16?

    @Option(
        help: ArgumentHelp(
            "The time to wait for the sign-in, such as 90s or 10m. Default: 5m, and with --device-code as long as the code is valid.",
            valueName: "time"),
        transform: { text in
            let time = try TimeSpan(option: text)
            guard (1...86_400).contains(time.seconds) else { throw ValidationError("give a time from 1s to 1d.") }
            return time
        })
    var timeout: TimeSpan?

    /// The options of a sign-in that another command offers.
    static func none() throws -> SignInOptions { try parse([]) }

    /// Whether a way to sign in was named.
    var isGiven: Bool {
        deviceCode || paste || broker || browser != nil || domainHint != nil || prompt != nil || namedRedirectURI != nil
    }

    /// Whether the options name another way than the broker.
    private var choosesAnotherWay: Bool {
        deviceCode || paste || browser != nil || domainHint != nil || namedRedirectURI != nil
    }

    /// Nil where neither option for it is given.
    var namedRedirectURI: RedirectURI? { redirectURI ?? redirectPort.map(RedirectURI.localhost(port:)) }

    /// The same options, with the profile's redirect URI, browser and broker unless the options name others. A redirect
    /// that this machine cannot receive is pasted.
    ///
    /// - Parameter profile: the unaltered profile; nil before it exists.
    func withDefaults(of profile: Profile?) -> SignInOptions {
        var options = self
        options.redirectURI = namedRedirectURI ?? profile?.redirectURI
        options.redirectPort = nil
        options.browser = browser ?? profile?.browser
        options.broker = broker || profile?.isBrokered == true && !choosesAnotherWay
        if !deviceCode, !options.broker, options.redirectURI?.isLoopback == false { options.paste = true }
        return options
    }

    /// The options as they were typed, for a command that tries again.
    var words: [String] {
        let values = [String](options: [
            "--browser": browser, "--domain-hint": domainHint, "--prompt": prompt?.rawValue,
            "--redirect-uri": redirectURI?.text, "--redirect-port": redirectPort.map { "\($0)" },
            "--timeout": timeout.map { "\($0.seconds)" },
        ])
        return (deviceCode ? ["--device-code"] : []) + (paste ? ["--paste"] : [])
            + (broker ? ["--broker"] : []) + values
    }

    func validate() throws {
        if deviceCode, paste { throw ValidationError("Give only one of --device-code and --paste.") }
        if broker, choosesAnotherWay {
            throw ValidationError(
                "--broker opens a window of the broker: remove --device-code, --paste, --browser, --domain-hint, "
                    + "--redirect-uri and --redirect-port.")
        }
        if deviceCode, domainHint != nil {
            throw ValidationError("--device-code opens no page that takes a hint: remove --domain-hint.")
        }
        if deviceCode, prompt != nil {
            throw ValidationError("--device-code opens no page that takes a prompt: remove --prompt.")
        }
        if redirectURI != nil, redirectPort != nil {
            throw ValidationError("Give only one of --redirect-uri and --redirect-port.")
        }
        if let redirectURI, !redirectURI.isLoopback, !paste, !deviceCode {
            throw ValidationError(
                "A redirect to \(redirectURI.text) cannot be received on this machine: add --paste, and copy the address "
                    + "from the browser.")
        }
        if domainHint?.isEmpty == true { throw ValidationError("--domain-hint needs a domain.") }
        try BrowserCommand.validate(browser)
    }
}

extension SignInRequest.Prompt: ExpressibleByArgument {}
