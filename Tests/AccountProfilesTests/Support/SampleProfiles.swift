import AuthCore

@testable import AccountProfiles

/// Eight profiles of one person: three tenants, two clouds, a personal account, a guest, an app, a read-only one.
enum SampleProfiles {
    static let contosoID = "c0c0c0c0-0000-0000-0000-000000000001"
    static let fabrikamID = "fafafafa-0000-0000-0000-000000000002"
    static let tailspinID = "7a7a7a7a-0000-0000-0000-000000000003"

    static let names = ["work", "admin", "fabrikam", "guest", "gov", "home", "daemon", "audit"]

    static func profile(_ name: String) throws -> Profile {
        switch name {
        case "work": try of(name, "alice@contoso.example", in: contosoID)
        // The same tenant, another account.
        case "admin": try of(name, "root@contoso.example", in: contosoID)
        case "fabrikam": try of(name, "carol@fabrikam.example", in: fabrikamID)
        // Contoso's Alice, invited by Fabrikam.
        case "guest": try of(name, "alice@contoso.example", in: fabrikamID, home: contosoID)
        case "gov": try of(name, "gail@tailspin.example", in: tailspinID, cloud: .usgov)
        case "home": try of(name, "alice@outlook.example", in: Authority.personalTenantID, kind: .personal)
        // A personal account with an address of Contoso as its username.
        case "sam": try of(name, "sam@contoso.example", in: Authority.personalTenantID, kind: .personal)
        case "daemon": try of(name, "Reports", in: contosoID, kind: .app)
        case "audit": try of(name, "audit@contoso.example", in: contosoID, mode: .readOnly)
        // Definitions without a sign-in: Contoso's Dana, in her own tenant and in Fabrikam.
        case "draft": try of(name, "dana@contoso.example", in: contosoID, hasAccount: false)
        case "guestdraft": try of(name, "dana@contoso.example", in: fabrikamID, hasAccount: false)
        // A definition that names no tenant, before its first sign-in.
        case "unsigned": try of(name, "", in: "")
        case "issuer": try of(name, "alice", in: "", kind: .oidc, hasGraph: false)
        default: try of(name, "\(name)@contoso.example", in: contosoID)
        }
    }

    private static func of(
        _ name: String, _ username: String, in tenant: String, home: String? = nil, kind: Profile.Kind = .work,
        cloud: Cloud = .global, mode: Profile.Mode = .readWrite, hasGraph: Bool = true, hasAccount: Bool = true
    ) throws -> Profile {
        Profile(
            name: try ProfileName(name),
            account: hasAccount
                ? AccountID(homeAccountID: "\(username).\(home ?? tenant)", environment: cloud.loginHost)
                : Profile.noAccount(),
            username: username, displayName: name, tenantID: tenant, kind: kind, clientID: "client",
            authority: try Authority(cloud: cloud, tenant: tenant.isEmpty ? "common" : tenant),
            graph: hasGraph ? cloud.graph : nil, scopes: ["User.Read"], mode: mode)
    }
}

/// Actions as they follow from Graph requests.
extension Action {
    static func graph(
        _ path: String, _ hints: TenantHint.HintKind..., by method: String = "GET",
        unsupportedKinds: [Profile.Kind: String] = [:]
    ) -> Action {
        let hosts = hints.compactMap { if case .sharePoint(let host) = $0 { host } else { nil } }
        return Action(
            method: method, path: path, isWrite: method != "GET" && method != "HEAD", needsGraph: true,
            unsupportedKinds: unsupportedKinds,
            clouds: Set(hosts.prefix(1).map(\.cloud)), hosts: hosts.map(\.name),
            hints: hints.map { TenantHint($0, at: path) },
            topic: path)
    }

    static let me = graph("/me", unsupportedKinds: [.app: "there is no /me for an app"])
    static let myChats = graph(
        "/me/chats", unsupportedKinds: noPersonal.merging([.app: "there is no /me for an app"]) { $1 })
    static let users = graph("/users", unsupportedKinds: noPersonal)
    static let noPersonal = [Profile.Kind.personal: "Graph does not offer this to personal accounts"]

    static func user(_ name: String, _ method: String = "GET") -> Action {
        graph("/users/\(name)", .user(name), by: method, unsupportedKinds: noPersonal)
    }

    static func site(_ host: String, _ method: String = "GET") -> Action {
        var action = graph("/sites/\(host):", by: method, unsupportedKinds: noPersonal)
        guard let host = SharePointHost(host) else { return action }
        action.hints = [TenantHint(.sharePoint(host), at: host.name)]
        (action.clouds, action.hosts) = ([host.cloud], [host.name])
        return action
    }

    static func item(_ id: String, _ method: String = "GET") -> Action {
        graph("/me/messages/\(id)", .ownItem(id), by: method, unsupportedKinds: [.app: "there is no /me for an app"])
    }

    static func full(_ endpoint: String) -> Action {
        var action = graph("/me")
        action.endpoint = endpoint
        return action
    }
}
