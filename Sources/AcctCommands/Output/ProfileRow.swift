import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import HTTPTransport

/// A profile as commands print it, without tokens.
struct ProfileRow: TableRow {
    let name, username, displayName, homeAccountId, tenantId, clientId, authority: String
    let source: TokenSource
    let kind: Profile.Kind
    let mode: Profile.Mode
    let state: ProfileState
    /// A domain of the tenant; nil where none is known.
    @Nullable var tenantDomain: String?
    @Nullable var graph: String?
    let current: Bool
    let scopes: [String]
    /// Epoch seconds.
    @Nullable var accessTokenExpiresOn: Int?
    /// Epoch seconds.
    @Nullable var lastUsed: Int?
    /// The time that the columns for people count from.
    private let now: Date
    /// The minutes that a sign-in which cannot be renewed still lasts; nil for any other.
    let minutesLeft: Int?
    /// Whether a table marks it as the profile that acts, which another than the current one can be.
    private let acts: Bool

    /// - Parameter tenants: nil where the domain is not shown.
    init(
        _ profile: Profile, in tenants: TenantNames?, isCurrent: Bool, acts: Bool = false, status: ProfileStatus,
        at now: Date
    ) {
        self.acts = acts
        self.now = now
        tenantDomain = tenants?.domain(of: profile)
        name = profile.name.text
        current = isCurrent
        username = profile.username
        displayName = profile.displayName
        homeAccountId = profile.hasAccount ? profile.account.homeAccountID : ""
        tenantId = profile.tenantID
        kind = profile.kind
        clientId = profile.clientID
        authority = profile.authority.urlWithParameters
        graph = profile.graph
        mode = profile.mode
        scopes = profile.scopes.names
        state = status.state
        source = profile.tokenSource
        accessTokenExpiresOn = status.accessTokenExpiresOn.map { Int($0.timeIntervalSince1970) }
        lastUsed = profile.lastUsed.map { Int($0.timeIntervalSince1970) }
        minutesLeft =
            status.isRejected && status.state == .signedIn
            ? status.accessTokenExpiresOn.map { Int($0.timeIntervalSince(now)) / 60 } : nil
    }

    private enum CodingKeys: CodingKey {
        case name, current, username, displayName, homeAccountId, tenantId, tenantDomain, kind, clientId, authority
        case graph, mode, scopes, state, source, accessTokenExpiresOn, lastUsed
    }

    static let columns: [TableColumn] = [
        "", TableColumn("NAME", minimumWidth: 20), TableColumn("USERNAME", minimumWidth: 24, isExpendable: true),
        TableColumn("TENANT", minimumWidth: 14, dropOrder: 3), TableColumn("KIND", dropOrder: 2),
        // `signed in, read-only` stays on one line where there is room.
        TableColumn("STATE", minimumWidth: 20, shortest: 16, wraps: true), TableColumn("LAST USED", dropOrder: 1),
    ]

    var cells: [String] {
        let used = lastUsed.map { CalendarTime(utc: $0).rfc3339 } ?? "never"
        return [current ? "*" : "", name, username, isOfMachine ? "" : tenantId, kind.rawValue, state.inWords, used]
    }

    /// Whether it is the managed identity of a machine, whose tenant is not known.
    var isOfMachine: Bool { tenantId == ManagedIdentityID.tenantID }

    /// The tenant's name for people; empty where it is not known.
    var tenantName: String {
        if isOfMachine { return "" }
        return kind == .personal ? "consumers" : tenantDomain ?? tenantId
    }

    var shown: [TableCell] {
        let marks = (current ? "*" : "") + (acts ? ">" : "")
        let isReadOnly = mode == .readOnly
        let remaining = minutesLeft.map { " for \(RelativeTime.length(seconds: $0 * 60))" } ?? ""
        let manner = (source == .broker ? ", by the broker" : "") + (isReadOnly ? ", read-only" : "")
        return [
            TableCell(marks, style: .prompt), TableCell(name, style: acts ? .bold : .plain), TableCell(username),
            TableCell(tenantName), TableCell(kind.rawValue),
            TableCell(state.inWords + remaining + manner, style: style),
            TableCell(lastUsedInWords),
        ]
    }

    private var style: ClippedLine.Style {
        if minutesLeft != nil { return .yellow }
        return mode == .readOnly ? .cyan : state.style
    }

    private var lastUsedInWords: String {
        RelativeTime.text(lastUsed.map { Date(timeIntervalSince1970: Double($0)) }, now: now)
    }
}

extension ProfileRow {
    /// - Parameter status: nil for that in the store.
    init(_ profile: Profile, status: ProfileStatus? = nil, in services: Services) throws {
        let now = services.clock.now()
        self.init(
            profile, in: TenantNames(try services.usage.tenantDomains()),
            isCurrent: try services.profiles.current() == profile.name,
            status: try status ?? services.profiles.status(of: profile.name, at: now), at: now)
    }

    /// The row of a profile right after its sign-in.
    static func signedIn(_ profile: Profile, with grant: TokenGrant, in services: Services) throws -> ProfileRow {
        try ProfileRow(profile, status: .signedIn(grant), in: services)
    }
}

extension Profile {
    var tokenSource: TokenSource { isBrokered ? .broker : kind == .app ? .app : .signIn }

    static let neverUsed = "never used"

    /// `used 3 d ago`, for people who choose between profiles.
    func usage(at now: Date) -> String {
        lastUsed == nil ? Self.neverUsed : "used \(RelativeTime.text(lastUsed, now: now))"
    }
}

/// The source of a profile's tokens.
enum TokenSource: String, Encodable {
    /// The device's broker.
    case broker
    /// A credential of the app itself.
    case app
    case signIn
}

extension ProfileState {
    var inWords: String {
        switch self {
        case .signedIn: "signed in"
        case .signInRequired: "sign-in required"
        case .signedOut: "signed out"
        }
    }

    /// The state in a list to choose from; nil for a profile that can act at once.
    var remark: String? { self == .signedIn ? nil : inWords }

    /// The sentence on a profile that cannot act; nil for one that can.
    func problem(of profile: ProfileName) -> String? {
        switch self {
        case .signedIn: nil
        case .signInRequired: "\(profile) must sign in again."
        case .signedOut: "\(profile) is signed out."
        }
    }

    var style: ClippedLine.Style {
        switch self {
        case .signedIn: .plain
        case .signInRequired: .yellow
        case .signedOut: .red
        }
    }
}

/// Encoded by their raw values.
extension Profile.Kind: Encodable {}
extension Profile.Mode: Encodable {}
extension ProfileState: Encodable {}
