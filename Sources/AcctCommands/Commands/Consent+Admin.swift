import AccountProfiles
import AuthCore
import HTTPTransport

/// `acct consent --admin`: somebody else agrees, for everybody. Nothing changes in the store.
extension Consent {
    func askAdministrator(_ profile: Profile, _ services: Services) async throws {
        let application = try services.clients.tenantClient(of: profile)
        let wanted = (scopes.isEmpty ? profile.scopes : scopes).withoutOpenID
        guard !wanted.isEmpty else {
            throw Failure(.usage, "Profile \(profile.name) asks for no permissions. Name one with --scope.")
        }
        do {
            guard !print, services.allowsInput, let browser = try browser(services) else {
                let page = try application.adminConsentURL(wanted)
                services.output.note(
                    "An administrator opens this page. It ends on an address that cannot be reached, which is fine.")
                return try services.output.print(Page(url: page), asJSON: json.json)
            }
            services.output.note("Opening the browser for an administrator. Waiting there; Ctrl-C gives up.")
            let consent = try await application.requestAdminConsent(
                wanted, redirectPort: Int(signIn.remembering(profile).redirectPort ?? 0),
                timeout: .seconds(Int(signIn.timeout))
            ) { url throws(AuthError) in
                if services.terminal.errorIsTerminal, signIn.browser == nil {
                    services.output.note("If no page opens, go to:\n\(url)")
                }
                try await browser.open(url)
            }
            try tell(consent, wanted, profile, services)
        } catch let error as AuthError {
            throw Failure(consentRefused: error, again: "\(again(profile)) --admin")
        }
    }

    /// Nil when there is none; one that was named has to be there.
    private func browser(_ services: Services) throws(AuthError) -> Browser? {
        do {
            return try Browser(command: signIn.browser, environment: services.environment)
        } catch {
            guard signIn.browser == nil else { throw error }
            return nil
        }
    }

    private func tell(_ consent: AdminConsent, _ wanted: Scopes, _ profile: Profile, _ services: Services) throws {
        guard consent.tenantID == profile.tenantID else {
            throw Failure(
                .failed,
                "The administrator agreed for another tenant (\(consent.tenantID)), not for that of \(profile.name) "
                    + "(\(profile.tenantID)).", profile: profile.name.text)
        }
        services.output.note(
            "An administrator agreed to \(wanted.spaceSeparated) for everybody in tenant \(consent.tenantID).")
        let missing = wanted.missing(from: profile.scopes)
        if !missing.isEmpty {
            services.output.note(
                "To have it in this profile, run: \(Failure.consentLine(for: missing, of: profile.name))")
        }
        if json.json { try services.output.print(Granted(consent), asJSON: true) }
    }

    private struct Page: CommandOutput {
        let url: String
        func text(for terminal: Terminal) -> String { url }
    }

    private struct Granted: CommandOutput {
        let tenantId: String
        let scopes: [String]

        init(_ consent: AdminConsent) {
            (tenantId, scopes) = (consent.tenantID, consent.scopes.names)
        }

        func text(for terminal: Terminal) -> String { scopes.joined(separator: " ") }
    }
}

extension Failure {
    /// - Parameter again: what to type to try once more.
    fileprivate init(consentRefused error: AuthError, again: String) {
        switch error {
        case .declined(let error):
            self.init(
                .cancelled, "The administrator did not agree\(error.summary.map { " (\($0))" } ?? "").", command: again)
        case .refused(let error) where error.needsAdministrator:
            self.init(
                .failed,
                "Whoever signed in is no administrator of the tenant (\(error.summary ?? error.code)). "
                    + "To print the page for one who is:", command: "\(again) --print")
        case .redirect(.timedOut(let seconds)):
            self.init(.failed, "Nobody agreed within \(seconds) s.", command: again)
        case .browserUnavailable(let reason):
            self.init(.failed, "\(reason) To print the page instead:", command: "\(again) --print")
        default: self.init(error, signInCommand: again)
        }
    }
}
