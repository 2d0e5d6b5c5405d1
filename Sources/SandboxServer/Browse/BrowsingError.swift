/// Why a visit did not come to its end. Each case is worded for whoever ran the browser.
public enum BrowsingError: Error, Equatable {
    /// The browser was sent away from this machine.
    case notLoopback(String)
    case unreachable(address: String, reason: String)
    /// A page that says what is wrong, in its own words.
    case refused(String)
    /// A page that is none of a sign-in's.
    case notASignIn(String)
    case noSuchAccount(String, offered: [String])
    case severalAccounts(String, tenants: [String])
    /// The device page asks for a code, and none was given.
    case codeNeeded
    /// Everything was consented to before, so that nothing could be declined.
    case nothingToDecline
    case endless
}

extension BrowsingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notLoopback(let url): "\(url) is not an http address on this machine, and this browser goes nowhere else."
        case .unreachable(let address, let reason): "\(address) did not answer: \(reason)."
        case .refused(let message): "The page says: \(message)"
        case .notASignIn(let address): "\(address) is not a page of a sign-in."
        case .noSuchAccount(let name, let offered):
            "\(name) cannot sign in here. The accounts of this page: "
                + (offered.isEmpty ? "none." : "\(offered.joined(separator: ", ")).")
        case .severalAccounts(let username, let tenants):
            "\(username) is several accounts. Name one: "
                + "\(tenants.map { "--as \(username):\($0)" }.joined(separator: " or "))."
        case .codeNeeded: "This is the device page: give the code that the device shows with --code."
        case .nothingToDecline: "There was no consent to decline: it had been given before."
        case .endless: "The pages lead in a circle."
        }
    }
}
