import AccountProfiles
import ArgumentParser
import AuthCore
import Foundation
import HTTPTransport

@testable import AcctCommands

/// An `ACCT_HOME` for a single test, removed at its end.
final class TemporaryHome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "acct-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func services(_ environment: [String: String] = [:], allowsInput: Bool = false) -> Services {
        Services(
            allowsInput: allowsInput, isQuiet: true,
            environment: Environment(environment.merging(["ACCT_HOME": folder.path]) { $1 })
        )
    }
}

extension Profile {
    static func work(mode: Mode = .readWrite, graph: String? = "https://graph.example") throws -> Profile {
        Profile(
            name: try ProfileName("work"), account: AccountID(homeAccountID: "a.b", environment: "login.example"),
            username: "alice@contoso.example", displayName: "Alice", tenantID: "b", kind: .work, clientID: "c",
            authority: try Authority(kind: .entra, url: "https://login.example/b"), graph: graph,
            scopes: ["User.Read"], mode: mode)
    }

    /// A grant without tokens.
    var emptyGrant: TokenGrant {
        TokenGrant(
            account: account, tenantProfile: nil, clientID: clientID, tenantID: tenantID, accessToken: nil,
            refreshToken: nil, idToken: nil)
    }
}
