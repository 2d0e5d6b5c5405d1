import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AcctCommands

/// What `acct export` writes, `acct import` reads.
@Suite struct ProfileFileTests {
    private static let id = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    private static let resource =
        "/subscriptions/\(id)/resourceGroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities/x"

    private static func profile(
        _ name: String, _ kind: Profile.Kind, _ authority: Authority.Kind = .entra,
        at url: String = "https://login.microsoftonline.com/\(id)", tenant: String = id, client: String = id,
        graph: String? = "https://graph.microsoft.com", mode: Profile.Mode = .readWrite
    ) throws -> Profile {
        Profile(
            name: try ProfileName(name),
            account: AccountID(homeAccountID: "a.b", environment: "login.microsoftonline.com"),
            username: kind == .app ? client : "dana@contoso.example", displayName: "", tenantID: tenant, kind: kind,
            clientID: client, authority: try Authority(kind: authority, url: url), graph: graph,
            scopes: kind == .app ? graph.map(Scopes.init(defaultOf:)) ?? [] : ["User.Read"], mode: mode)
    }

    private static func machine(_ name: String, _ identity: ManagedIdentityID) throws -> Profile {
        try profile(
            name, .app, at: "https://login.microsoftonline.com/common", tenant: ManagedIdentityID.tenantID,
            client: identity.clientID)
    }

    private static func profiles() throws -> [Profile] {
        var brokered = try profile("brokered", .work)
        brokered.isBrokered = true
        var redirected = try profile("redirected", .work, mode: .readOnly)
        redirected.redirectURI = try RedirectURI("http://127.0.0.1:8400/callback")
        var unnamed = try machine("unnamed", .system)
        unnamed.username = ""
        return try [
            profile("work", .work), profile("app", .app), brokered, redirected, unnamed,
            profile("home", .personal, tenant: Authority.personalTenantID),
            profile("china", .work, at: "https://login.partner.microsoftonline.cn/\(id)"),
            profile("ciam", .oidc, .ciam, at: "https://contoso.ciamlogin.com/\(id)", graph: nil),
            profile(
                "b2c", .oidc, .b2c, at: "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_x", graph: nil),
            profile(
                "adfs", .oidc, .adfs, at: "https://fs.contoso.example/adfs", tenant: "", client: "tool", graph: nil),
            profile("issuer", .oidc, .oidc, at: "https://id.example.com/realm", tenant: "", client: "tool", graph: nil),
            profile(
                "issuer-app", .app, .oidc, at: "https://id.example.com/realm", tenant: "", client: "tool", graph: nil),
            machine("vm", .system), machine("client", .client(id)), machine("object", .object(id)),
            machine("resource", .resource(resource)),
        ]
    }

    @Test(arguments: try profiles()) func everyKindOfProfileSurvivesTheFile(profile: Profile) throws {
        let text = try JSONText.of(ExportedProfile(profile), pretty: true)
        let read = try JSONDecoder().decode(ExportedProfile.self, from: Data(text.utf8)).profile()
        var expected = profile
        // The file has no account's id and no name of a person.
        expected.account = read.account
        #expect(read == expected)
        #expect(!read.hasAccount)
    }

    @Test(arguments: ["", "system", "not a client", "/subscriptions/a\nb"])
    func otherTextIsNoManagedIdentity(client: String) throws {
        let profile = try Self.profile("vm", .app, tenant: ManagedIdentityID.tenantID, client: client)
        #expect(throws: Failure.self) { try ExportedProfile(profile).profile() }
    }
}
