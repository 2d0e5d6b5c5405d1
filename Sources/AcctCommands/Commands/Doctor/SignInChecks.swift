import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import HTTPTransport

/// The sign-ins of the profiles, what apps sign in with, and the browsers.
struct SignInChecks {
    private let services: Services
    private let now: Date

    init(_ services: Services) {
        self.services = services
        now = services.clock.now()
    }

    /// - Parameter withCredentials: false where no secret can be read.
    func findings(_ profiles: [Profile], withCredentials: Bool) throws -> [Finding] {
        let statuses = try services.profiles.statuses(at: now)
        return profiles.flatMap { profile in
            state(of: profile, statuses[profile.name] ?? .signedOut) + ends(of: profile)
                + (withCredentials ? credential(of: profile) : [])
                + tlsCertificate(of: profile) + browser(of: profile)
        }
    }

    private func state(of profile: Profile, _ status: ProfileStatus) -> [Finding] {
        // A secret that the server has rejected, or that has expired there.
        let isSecret = (try? services.profiles.storedCredential(of: profile))??.kind == .secret
        let command = isSecret && profile.kind == .app ? signInWithSecret(profile) : .signIn(to: profile.name)
        return switch status.state {
        case .signedIn where status.isRejected:
            [
                Finding(
                    .signIn, .wrong,
                    "\(profile.nameAndUsername) must sign in again: only its access token is still valid.",
                    command: command)
            ]
        case .signedIn: []
        case .signInRequired:
            [Finding(.signIn, .wrong, "\(profile.nameAndUsername) must sign in again.", command: command)]
        case .signedOut:
            [
                Finding(
                    .signIn, .note, "\(profile.nameAndUsername) is signed out.",
                    command: .signIn(toSignedOut: profile))
            ]
        }
    }

    /// The ends of the refresh token and of the client secret.
    private func ends(of profile: Profile) -> [Finding] {
        let token = (try? services.profiles.storedRefreshToken(of: profile)) ?? nil
        let secretEnd = (try? services.profiles.storedCredential(of: profile))??.expiresOn
        return [token.flatMap { end(of: $0, profile) }, secretEnd.flatMap { endOfSecret(on: $0, profile) }]
            .compactMap { $0 }
    }

    /// A sign-in that lasts a week at most ends so soon by design, and is not announced. One that has ended is a state.
    private func end(of token: StoredRefreshToken, _ profile: Profile) -> Finding? {
        guard let end = token.expiresOn, end > now, isNear(end), end.timeIntervalSince(token.cachedAt) > Self.week
        else { return nil }
        return Finding(
            .signIn, .wrong,
            "The sign-in of \(profile.nameAndUsername) ends on \(end.asDay). It was last renewed on "
                + "\(token.cachedAt.asDay).",
            command: "acct token -p \(profile.name) --force-refresh > /dev/null")
    }

    private func endOfSecret(on end: Date, _ profile: Profile) -> Finding? {
        guard isNear(end) else { return nil }
        return Finding(
            .signIn, .wrong,
            "The client secret of \(profile.name) \(end <= now ? "expired" : "expires") on \(end.asDay). Make a new one in the "
                + "app registration.", leadIn: "Paste it, with its day in --client-secret-expires:",
            command: signInWithSecret(profile))
    }

    private func isNear(_ end: Date) -> Bool { end.timeIntervalSince(now) < Self.week }

    private func signInWithSecret(_ profile: Profile) -> SuggestedCommand {
        .signIn(to: profile.name).adding("--client-secret-stdin").adding(profile.kind == .app ? [] : ["--as-user"])
    }

    /// A file that an app's profile signs in with, and the end of its certificate.
    private func credential(of profile: Profile) -> [Finding] {
        do {
            let credential = try services.profiles.credential(of: profile)
            guard case .certificate(let path) = credential else {
                _ = try credential?.checkFile(at: now)
                return []
            }
            return expiry(
                of: "certificate", at: path, try credential?.checkFile(at: now), profile,
                command: .signIn(to: profile.name).adding("--certificate", path))
        } catch {
            return [Finding(.signIn, ActingError(profile: profile.name, cause: error))]
        }
    }

    private func tlsCertificate(of profile: Profile) -> [Finding] {
        guard let certificate = profile.authority.clientCertificate else { return [] }
        let command: SuggestedCommand = "acct edit \(profile.name) --tls-certificate \(certificate.path)"
        do {
            return expiry(
                of: "TLS certificate", at: certificate.path, try certificate.check(at: now), profile, command: command)
        } catch {
            return [Finding(.signIn, .wrong, Failure(error).text, command: command)]
        }
    }

    private func expiry(
        of subject: String, at path: String, _ end: Date?, _ profile: Profile, command: SuggestedCommand
    ) -> [Finding] {
        guard let end, isNear(end) else { return [] }
        return [
            Finding(
                .signIn, .wrong,
                "The \(subject) of \(profile.name) expires on \(end.asDay). Register a new one, and put it into \(path).",
                leadIn: "Then try it:", command: command)
        ]
    }

    private static let week = 604_800.0

    private func browser(of profile: Profile) -> [Finding] {
        guard let command = profile.browser, (try? Browser(command: command, environment: services.environment)) == nil
        else { return [] }
        return [
            Finding(
                .browser, .wrong, "The browser of \(profile.name) is not installed: \(command)",
                command: "acct edit \(profile.name) --default-browser")
        ]
    }
}
