import AuthCore
import Foundation

@testable import AccountProfiles

/// The error of a call that should fail, or nil when it succeeds.
func failure<Failure: Error>(_ call: () throws(Failure) -> some Any) -> Failure? {
    do throws(Failure) {
        _ = try call()
        return nil
    } catch {
        return error
    }
}

extension Profile {
    /// A profile of which only the name matters.
    static func named(_ name: String) throws -> Profile {
        Profile(
            name: try ProfileName(name),
            account: AccountID(homeAccountID: "\(name).home", environment: "login.microsoftonline.com"),
            username: "\(name)@contoso.example", displayName: name, tenantID: "home", kind: .work, clientID: "client",
            authority: try Authority(cloud: .global, tenant: "common"), graph: "https://graph.microsoft.com",
            scopes: ["User.Read"])
    }
}
