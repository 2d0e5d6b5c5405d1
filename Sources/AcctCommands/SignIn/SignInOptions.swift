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

    /// The options of a sign-in that another command offers.
    static func none() throws -> SignInOptions { try parse([]) }

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
