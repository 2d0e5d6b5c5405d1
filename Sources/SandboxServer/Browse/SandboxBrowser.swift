/// A browser without a screen for the pages of a sandbox: it signs one person in where a person would click.
///
/// It has never been anywhere before and keeps nothing: each visit starts without a session.
public struct SandboxBrowser: Sendable {
    /// What the person does on the pages.
    public enum Conduct: Sendable {
        /// Chooses the account and agrees to everything.
        case signIn
        /// Leaves at the list of accounts.
        case cancel
        /// Chooses the account, and refuses the consent.
        case decline
    }

    private let username: String
    private let tenant: String?
    private let conduct: Conduct
    private let userCode: String?
    private let sandboxPort: Int?

    /// More pages than any sign-in has.
    private static let longestVisit = 16

    /// - Parameters:
    ///   - person: a username, with `:TENANT` where several accounts share it; a tenant goes by name or id.
    ///   - userCode: what to type on the device page.
    ///   - sandboxPort: of the sandbox that answers for Microsoft's hosts; without it none of those is visited.
    public init(
        as person: String, conduct: Conduct = .signIn, userCode: String? = nil, sandboxPort: Int? = nil
    ) {
        let parts = person.split(separator: ":", maxSplits: 1)
        username = parts.first.map { $0.lowercased() } ?? ""
        tenant = parts.count > 1 ? parts[1].lowercased() : nil
        self.conduct = conduct
        self.userCode = userCode
        self.sandboxPort = sandboxPort
    }

    /// Goes from page to page until the answer is with the app, or the device's code is settled.
    public func visit(_ address: String) async throws(BrowsingError) {
        var request = BrowserRequest(url: try PageURL(address, sandboxPort: sandboxPort))
        var answered: Set<String> = []
        for _ in 0..<Self.longestVisit {
            let response = try await request.send()
            switch try step(after: response, at: request.url, answered: answered) {
            case .end: return
            case .go(let next): request = next
            case .submit(let next, let form):
                request = next
                answered.insert(form)
            case .deliver(let reply):
                if conduct == .decline, !answered.contains("consent") { throw .nothingToDecline }
                // What the app shows is the app's business; it has its answer.
                _ = try await reply.send()
                return
            }
        }
        throw .endless
    }

    private enum Step {
        case go(BrowserRequest)
        case submit(BrowserRequest, form: String)
        case deliver(BrowserRequest)
        case end
    }

    private func step(
        after response: BrowserResponse, at url: PageURL, answered: Set<String>
    ) throws(BrowsingError) -> Step {
        if (300..<400).contains(response.status), let location = response.location {
            let next = try PageURL(location, on: url)
            return next.isSameOrigin(as: url) ? .go(BrowserRequest(url: next)) : .deliver(BrowserRequest(url: next))
        }
        guard let form = PageForm(html: response.html) else {
            guard response.status == 200 else { throw .refused(response.message) }
            guard !answered.isEmpty else { throw .notASignIn("\(url.authority)\(url.target)") }
            if conduct == .decline, answered.isDisjoint(with: ["consent", "confirm"]) { throw .nothingToDecline }
            return .end
        }
        if answered.contains(form.id) { throw .refused(response.message) }
        return try step(through: form, at: url)
    }

    private func step(through form: PageForm, at url: PageURL) throws(BrowsingError) -> Step {
        let action = try PageURL(form.action, on: url)
        func submit(_ name: String, _ value: String) -> Step {
            .submit(BrowserRequest(url: action, form: form.submission(name, value)), form: form.id)
        }
        switch form.id {
        case "reply": return .deliver(BrowserRequest(url: action, form: form.fields))
        case "consent", "confirm": return submit("answer", conduct == .decline ? "cancel" : "accept")
        case "accounts" where conduct == .cancel: return submit("answer", "cancel")
        case "accounts": return submit("account", try account(on: form))
        case "device":
            guard let userCode else { throw .codeNeeded }
            return submit("user_code", userCode)
        default: throw .notASignIn("\(url.authority)\(url.target)")
        }
    }

    /// The value of an account's button is `username:homeAccountId`; the id ends with the home tenant's.
    private func account(on form: PageForm) throws(BrowsingError) -> String {
        let offered = form.buttons.filter { $0.name == "account" }.map(\.value)
        let named = offered.filter { $0.hasPrefix("\(username):") }
        let chosen = tenant.map { tenant in named.filter { $0.hasSuffix(".\(Self.tenantID(tenant))") } } ?? named
        guard let account = chosen.first else {
            let names = offered.compactMap { $0.split(separator: ":").first.map(String.init) }
            throw .noSuchAccount(username + (tenant.map { ":\($0)" } ?? ""), offered: names)
        }
        guard chosen.count == 1 else {
            throw .severalAccounts(username, tenants: chosen.map(Self.tenantName))
        }
        return account
    }

    private static func tenantID(_ name: String) -> String {
        if name == "consumers" { return Tenant.personal.id }
        return World().tenants.first { $0.name == name }?.id ?? name
    }

    private static func tenantName(ofAccount value: String) -> String {
        let id = value.split(separator: ".").last.map(String.init) ?? value
        return World().tenants.first { $0.id == id }?.name ?? id
    }
}

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
