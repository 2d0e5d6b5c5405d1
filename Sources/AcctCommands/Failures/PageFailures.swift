import AccountProfiles
import AuthCore
import HTTPTransport

/// Pages of services that cannot be opened.
extension Failure {
    static func unknownService(_ text: String) -> Failure {
        let services = MicrosoftService.allCases.map(\.rawValue)
        let names = services.joined(separator: ", ")
        let near = NearestNames.candidates(for: text.lowercased(), amongKeys: services)
        let address = "https://\(text)"
        let meant = HTTPOrigin(url: address)?.host.contains(".") == true ? address : near.first ?? "portal"
        return Failure(
            .usage, "\(text.inQuotes) is not a service. Give an https address, or one of \(names).",
            command: "acct open \(meant)")
    }

    static func notAPage(_ url: String) -> Failure {
        Failure(
            .usage, "\"\(url)\" cannot be opened: an address begins with https:// and has no spaces or quotes in it.")
    }

    /// - Parameters:
    ///   - service: nil for a typed address.
    ///   - cloud: nil where the kind of the profile is the reason.
    static func noPage(_ service: MicrosoftService?, in cloud: Cloud? = nil, of profile: Profile) -> Failure {
        let reason =
            cloud.map { "\(service?.rawValue ?? "The service") has no page in the cloud \($0.rawValue)" }
            ?? service?.unsupportedKinds[profile.kind] ?? MicrosoftService.reasonAgainstApps
        return Failure(
            .usage, "\(profile.name) cannot open it: \(reason).", leadIn: "Choose another profile:",
            command: "acct list",
            profile: profile.name.text)
    }

    static func noMicrosoftCloud(of profile: Profile) -> Failure {
        Failure(
            .usage,
            "\(profile.authority.url) belongs to no cloud of Microsoft, so the pages of its services are not known. Give an "
                + "https address.", profile: profile.name.text)
    }

    static func unknownSharePointHost(of profile: Profile) -> Failure {
        Failure(
            .failed,
            "The SharePoint host of \(profile.name)'s tenant is not known: it follows from the tenant's initial domain, "
                + "such as contoso.onmicrosoft.com.", leadIn: "To read the domains, run this first:",
            command: "acct graph /organization -p \(profile.name)", profile: profile.name.text)
    }

    /// - Parameter target: the argument of the command.
    init(pageNotOpened error: AuthError, target: String, as profile: ProfileName) {
        self.init(error, retryCommand: .signIn(to: profile), profile: profile)
        self.profile = profile.text
        guard case .browserUnavailable(let reason) = error else { return }
        message = reason
        remedy = Remedy(leadIn: "To print the address instead:", "acct open \(target) -p \(profile) --print")
    }
}
