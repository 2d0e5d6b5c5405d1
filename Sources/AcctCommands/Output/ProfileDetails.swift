import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials

/// Everything that the store knows about a profile, without tokens.
struct ProfileDetails: CommandOutput {
    private let profile: Profile
    private let row: ProfileRow
    /// Nil where the profile was named.
    private let selection: Selection?
    private let credential: StoredCredential?
    private let refreshToken: StoredRefreshToken?
    private let references: ProfileReferences
    private let now: Date

    init(
        _ profile: Profile, row: ProfileRow, selection: Selection?, credential: StoredCredential?,
        refreshToken: StoredRefreshToken?, references: ProfileReferences, at now: Date
    ) {
        self.profile = profile
        self.row = row
        self.selection = selection
        self.credential = credential
        self.refreshToken = refreshToken
        self.references = references
        self.now = now
    }

    /// A sentence on why the profile acts here, if that was asked, and a line for each setting. A value that is too long for
    /// the line continues below itself.
    func text(for terminal: Terminal) -> String { text(for: terminal, isStyled: false) }

    func styledText(for terminal: Terminal) -> String? {
        terminal.colorsOutput ? text(for: terminal, isStyled: true) : nil
    }

    private func text(for terminal: Terminal, isStyled: Bool) -> String {
        let width = terminal.outputColumns
        let lines = lines(isRelative: terminal.outputIsTerminal)
        let labelWidth = (lines.map { $0.label.count }.max() ?? 0) + 2
        let table = lines.flatMap { label, values in
            let wrapped = values.flatMap { $0.safeLine.wrapped(to: width - labelWidth) }
            let style = isStyled ? style(of: label) : .plain
            return wrapped.map(style.applied).beside(label, column: labelWidth)
        }
        return ((headline.map { $0.safeLine.wrapped(to: width) + [""] } ?? []) + table).joined(separator: "\n")
    }

    private func style(of label: String) -> ClippedLine.Style {
        switch label {
        case "Name": .bold
        case "State": row.state.style
        case "Mode" where profile.mode == .readOnly: .cyan
        default: .plain
        }
    }

    private var headline: String? {
        selection.map { "Commands in this directory act as \($0.profile.nameAndUsername): \($0.reason)." }
    }

    /// - Parameter isRelative: whether times are told from now on, for people; otherwise as RFC 3339.
    private func lines(isRelative: Bool) -> [(label: String, values: [String])] {
        let settings: [(label: String, values: [String])] = [
            ("Name", [row.current ? "\(row.name) (current)" : row.name]), ("Username", [row.username]),
            ("Display name", [row.displayName]), ("Tenant", tenant), ("Kind", [row.kind.rawValue]),
            ("State", [state(isRelative: isRelative)]),
            ("Sign-in", signInEnd), ("Tokens", profile.isBrokered ? ["from this device's broker"] : []),
            ("Mode", [profile.mode.rawValue]), ("Scopes", [profile.scopes.names.joined(separator: ", ")]),
            ("Client id", clientID), ("Credential", credential.map { [$0.inWords] } ?? []),
            ("Authority", row.isOfMachine ? [] : [row.authority]), ("Cloud", cloud),
            ("TLS certificate", profile.authority.clientCertificate.map { [$0.path] } ?? []),
            ("Graph", row.graph.map { [$0] } ?? []), ("Redirect URI", redirectURI), ("Browser", browser),
            ("Rules", references.rules),
            ("Directories", references.directories),
            ("Last used", [isRelative ? RelativeTime.text(profile.lastUsed, now: now) : row.cells.last ?? ""]),
        ]
        return settings.filter { $0.values.contains { !$0.isEmpty } }
    }

    /// The machine knows neither the client id of its own identity nor the authority, and of the latter no cloud follows.
    private var clientID: [String] { row.clientId == ManagedIdentityID.system.clientID ? [] : [row.clientId] }

    private var cloud: [String] { row.isOfMachine ? [] : Cloud(of: profile).map { [$0.rawValue] } ?? [] }

    private var tenant: [String] {
        row.isOfMachine || row.tenantName == row.tenantId ? [row.tenantName] : [row.tenantName, row.tenantId]
    }

    private var signInEnd: [String] {
        guard let end = refreshToken?.expiresOn else { return [] }
        return [end > now ? "ends on \(end.asDay) unless it is renewed before" : "ended on \(end.asDay)"]
    }

    private var redirectURI: [String] { profile.redirectURI == .localhost ? [] : [profile.redirectURI.text] }

    private var browser: [String] {
        if let browser = profile.browser { return [browser] }
        return profile.kind == .app ? [] : ["default"]
    }

    private func state(isRelative: Bool) -> String {
        let expiry = row.accessTokenExpiresOn ?? 0
        let seconds = expiry - Int(now.timeIntervalSince1970)
        let time =
            isRelative
            ? "for \(RelativeTime.length(seconds: seconds))" : "until \(CalendarTime(utc: expiry).rfc3339)"
        if row.minutesLeft != nil {
            let command = SuggestedCommand.signIn(to: profile.name)
            return "\(row.state.inWords) \(time), not renewable, run: \(command)"
        }
        return switch row.state {
        case .signedIn where seconds >= 60: "\(row.state.inWords), access token valid \(time)"
        case .signedIn: "\(row.state.inWords), access token to be renewed"
        case .signInRequired: "\(row.state.inWords), run: \(SuggestedCommand.signIn(to: profile.name))"
        case .signedOut: "\(row.state.inWords), run: \(SuggestedCommand.signIn(toSignedOut: profile))"
        }
    }

    /// The fields of the row, and those that only this command prints.
    func encode(to encoder: any Encoder) throws {
        try row.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(profile.browser, forKey: .browser)
        try fields.encode(profile.kind == .app ? nil : profile.redirectURI.text, forKey: .redirectUri)
        try fields.encode(Cloud(of: profile)?.rawValue, forKey: .cloud)
        try fields.encode(profile.authority.clientCertificate?.path, forKey: .tlsCertificate)
        try fields.encode(credential.map(Credential.init), forKey: .credential)
        try fields.encode(refreshToken?.expiresOn.map { Int($0.timeIntervalSince1970) }, forKey: .signInExpiresOn)
        try fields.encode(references.rules, forKey: .rules)
        try fields.encode(references.directories, forKey: .bindings)
        guard let selection else { return }
        try fields.encode(Reason(step: selection.step.rawValue, reason: selection.reason), forKey: .selection)
    }

    private enum CodingKeys: CodingKey {
        case browser, redirectUri, cloud, tlsCertificate, credential, signInExpiresOn, rules, bindings, selection
    }

    private struct Credential: Encodable {
        let kind: String
        let reference: String?
        let expiresOn: Int?

        init(_ credential: StoredCredential) {
            (kind, reference) = (credential.kind.rawValue, credential.reference)
            expiresOn = credential.expiresOn.map { Int($0.timeIntervalSince1970) }
        }
    }

    private struct Reason: Encodable { let step, reason: String }
}

extension StoredCredential {
    fileprivate var inWords: String {
        let end = expiresOn.map { ", until \($0.asDay)" } ?? ""
        return (reference.map { "\(kind.inWords) \($0)" } ?? kind.inWords) + end
    }
}

extension StoredCredential.Kind {
    var inWords: String {
        switch self {
        case .secret: "client secret"
        case .certificate: "certificate"
        case .managedIdentity: "managed identity"
        case .federatedTokenFile: "federated token file"
        }
    }
}
