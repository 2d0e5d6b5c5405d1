import AccountProfiles
import AuthCore
import Foundation

/// A profile as commands print it. Never a token.
struct ProfileRow: Row, Answer {
    let name, username, displayName, homeAccountId, tenantId, kind, clientId, authority, mode, state: String
    let graph: String?
    let current: Bool
    let scopes: [String]
    /// Epoch seconds.
    let accessTokenExpiresOn, lastUsed: Int?
    /// What people call the tenant; programs get its id.
    private let tenantName: String

    init(_ profile: Profile, in tenantName: String? = nil, isCurrent: Bool, status: ProfileStatus) {
        self.tenantName = tenantName ?? profile.tenantID
        name = profile.name.text
        current = isCurrent
        username = profile.username
        displayName = profile.displayName
        homeAccountId = profile.account.homeAccountID
        tenantId = profile.tenantID
        kind = profile.kind.rawValue
        clientId = profile.clientID
        authority = profile.authority.url
        graph = profile.graph
        mode = profile.mode.rawValue
        scopes = profile.scopes.names
        state = status.state.rawValue
        accessTokenExpiresOn = status.accessTokenExpiresOn.map { Int($0.timeIntervalSince1970) }
        lastUsed = profile.lastUsed.map { Int($0.timeIntervalSince1970) }
    }

    /// Every field is always there, null where there is nothing to tell.
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(name, forKey: .name)
        try fields.encode(current, forKey: .current)
        try fields.encode(username, forKey: .username)
        try fields.encode(displayName, forKey: .displayName)
        try fields.encode(homeAccountId, forKey: .homeAccountId)
        try fields.encode(tenantId, forKey: .tenantId)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(clientId, forKey: .clientId)
        try fields.encode(authority, forKey: .authority)
        try fields.encode(graph, forKey: .graph)
        try fields.encode(mode, forKey: .mode)
        try fields.encode(scopes, forKey: .scopes)
        try fields.encode(state, forKey: .state)
        try fields.encode(accessTokenExpiresOn, forKey: .accessTokenExpiresOn)
        try fields.encode(lastUsed, forKey: .lastUsed)
    }

    private enum CodingKeys: CodingKey {
        case name, current, username, displayName, homeAccountId, tenantId, kind, clientId, authority, graph, mode
        case scopes, state, accessTokenExpiresOn, lastUsed
    }

    static let header = ["", "NAME", "USERNAME", "TENANT", "KIND", "STATE", "LAST USED"]

    var cells: [String] {
        let used = lastUsed.map { Date(timeIntervalSince1970: Double($0)) }
        return [
            current ? "*" : "", name, username, tenantId, kind, stateInWords, RelativeTime.text(used, now: Date()),
        ]
    }

    var shown: [String] { cells.map { $0 == tenantId ? tenantName : $0 } }

    func text(for terminal: Terminal) -> String { cells.joined(separator: "\t") }

    private var stateInWords: String {
        switch state {
        case ProfileState.signedIn.rawValue: "signed in"
        case ProfileState.signedOut.rawValue: "signed out"
        default: "sign-in required"
        }
    }
}
