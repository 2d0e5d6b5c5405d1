import AccountProfiles
import AuthCore

/// The device's identity broker.
struct BrokerChecks {
    private let services: Services

    init(_ services: Services) { self.services = services }

    /// - Parameter isOnline: whether the broker is asked for a token of each profile, for which it asks its server.
    func findings(_ profiles: [Profile], isOnline: Bool) async -> [Finding] {
        let brokered = profiles.filter(\.isBrokered)
        let version: String
        do {
            version = try await DeviceBroker(environment: services.environment).version()
        } catch {
            guard brokered.isEmpty else { return [Finding(.broker, error)] }
            return [Finding(.broker, .ok, "This device has no identity broker, and no profile needs one.")]
        }
        var findings = [Finding(.broker, .ok, "The device's identity broker responds (version \(version)).")]
        for profile in isOnline ? brokered : [] where profile.hasAccount {
            findings += await [token(of: profile), redirectURI(of: profile)].compactMap(\.self)
        }
        let uris = Set(brokered.map { DeviceBroker.redirectURI(at: $0.authority) }).sorted()
        if !isOnline, !uris.isEmpty {
            findings.append(
                Finding(
                    .broker, .note,
                    "The app registrations of brokered profiles must list \(uris.joined(separator: ", ")).",
                    leadIn: "To check that:",
                    command: "acct doctor --online"))
        }
        return findings
    }

    /// Nil for a profile that is signed out, which is a finding of its own.
    private func token(of profile: Profile) async -> Finding? {
        do {
            _ = try await services.nonInteractive.authenticator.token(for: profile, forceRefresh: true)
            return Finding(.broker, .ok, "The broker gives tokens for \(profile.name).")
        } catch let error as ActingError {
            if case AuthError.interactionRequired(let details) = error.cause, details.reason == .noTokens { return nil }
            return Finding(.broker, error)
        } catch {
            return Finding(.broker, error)
        }
    }

    /// The broker may renew tokens without the redirect URI, and fail at the next sign-in. Nil where the server does not
    /// tell whether it is registered.
    private func redirectURI(of profile: Profile) async -> Finding? {
        let uri = DeviceBroker.redirectURI(at: profile.authority)
        do {
            let client = try services.clients.publicClient(of: profile)
            switch try await client.isRegistered(redirectURI: uri, inTenant: profile.tenantID) {
            case true: return Finding(.broker, .ok, "The app registration of \(profile.name) lists \(uri).")
            case false:
                return Finding(
                    .broker,
                    ActingError(profile: profile.name, cause: AuthError.broker(.unregisteredRedirectURI(uri))))
            case nil: return nil
            }
        } catch {
            return Finding(.broker, ActingError(profile: profile.name, cause: error))
        }
    }
}
