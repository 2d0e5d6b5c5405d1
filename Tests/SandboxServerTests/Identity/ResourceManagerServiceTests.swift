import Foundation
import SandboxServer
import Testing

/// What clients read of Azure Resource Manager.
@Suite struct ResourceManagerServiceTests {
    private static let scope = "https://management.core.windows.net//.default"
    private static let production = "5b0c0a10-6d2e-4f31-8a47-90c1d2e3f401"
    private static let version = "api-version=2022-12-01"

    @Test func subscriptionsAreThoseOfTheTokensTenant() async throws {
        try await Scenario.run { scenario in
            for (account, names) in [
                ("alice@contoso.example", ["Contoso Production", "Contoso Test"]),
                ("carol@fabrikam.example", ["Fabrikam"]),
                ("gail@tailspin.example", []),
            ] {
                let token = try scenario.accessToken(account, Self.scope)
                let list = try scenario.client.get("/subscriptions?\(Self.version)", token: token)
                #expect(list.status == 200)
                for name in names { #expect(list.text.contains("\"\(name)\"")) }
                #expect(list.text.components(separatedBy: "subscriptionId").count - 1 == names.count, "\(account)")
            }
        }
    }

    @Test func resourceGroupsAreListed() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice@contoso.example", Self.scope)
            let path = "/subscriptions/\(Self.production)"
            #expect(
                try scenario.client.get("\(path)?\(Self.version)", token: token).text.contains("Contoso Production"))
            let groups = try scenario.client.get("\(path)/resourcegroups?\(Self.version)", token: token)
            #expect(groups.text.contains("\"web\"") && groups.text.contains("\"data\""))
            let stranger = try scenario.accessToken("carol@fabrikam.example", Self.scope)
            #expect(try scenario.client.get("\(path)?\(Self.version)", token: stranger).status == 404)
        }
    }

    @Test func otherTokensAndRequestsAreRefused() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice@contoso.example", Self.scope)
            let graph = try scenario.accessToken("alice@contoso.example", "User.Read")
            #expect(try scenario.client.get("/subscriptions?\(Self.version)", token: graph).status == 401)
            #expect(try scenario.client.get("/subscriptions?\(Self.version)").status == 401)
            #expect(try scenario.client.get("/subscriptions", token: token).status == 400)
            let unknown = try scenario.client.get(
                "/subscriptions/\(Self.production)/nothing?\(Self.version)", token: token)
            #expect(unknown.status == 404)
        }
    }
}
