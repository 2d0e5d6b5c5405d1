import AccountProfiles
import AuthCore

/// What makes up a profile, for somebody else to have the like: neither tokens nor ids of the account.
struct ProfileDefinition: Row {
    let name, kind, authority, tenantId, clientId, mode: String
    let graph, username: String?
    let scopes: [String]

    init(_ profile: Profile) {
        name = profile.name.text
        kind = profile.kind.rawValue
        authority = profile.authority.url
        tenantId = profile.tenantID
        clientId = profile.clientID
        mode = profile.mode.rawValue
        graph = profile.graph
        username = profile.username.isEmpty ? nil : profile.username
        scopes = profile.scopes.names
    }

    static let header = ["NAME", "AUTHORITY", "TENANT", "CLIENT"]

    var cells: [String] { [name, authority, tenantId, clientId] }
}
