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

    init(_ profile: Profile, isCurrent: Bool, status: ProfileStatus) {
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

    static let header = ["", "NAME", "USERNAME", "TENANT", "KIND", "STATE", "LAST USED"]

    var cells: [String] {
        let used = lastUsed.map { Date(timeIntervalSince1970: Double($0)) }
        return [
            current ? "*" : "", name, username, tenantId, kind, stateInWords, RelativeTime.text(used, now: Date()),
        ]
    }

    func text(for terminal: Terminal) -> String { cells.joined(separator: "\t") }

    private var stateInWords: String {
        switch state {
        case ProfileState.signedIn.rawValue: "signed in"
        case ProfileState.signedOut.rawValue: "signed out"
        default: "sign-in required"
        }
    }
}
