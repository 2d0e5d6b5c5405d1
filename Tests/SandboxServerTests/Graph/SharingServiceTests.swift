import Foundation
import SandboxServer
import Testing

@Suite struct SharingServiceTests {
    private func share(_ address: String) -> String {
        "u!"
            + Data(address.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    @Test(arguments: [
        ("https://contoso.sharepoint.com/sites/finance/Shared%20Documents/Q3%20figures.xlsx?e=x1", "Q3 figures.xlsx"),
        ("https://contoso.sharepoint.com/:w:/r/sites/marketing/logo.png", "logo.png"),
    ])
    func sharingURLsOfTheTenantResolve(address: String, name: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "Files.ReadWrite")
            let item = try scenario.client.get("/v1.0/shares/\(share(address))/driveItem", token: token)
            #expect(item["name"] == name, "\(item.text)")
            #expect(try scenario.client.get("/v1.0/shares/\(share(address))", token: token)["name"] == name)
        }
    }

    @Test(arguments: [
        ("https://fabrikam.sharepoint.com/sites/finance/a.txt", "Files.ReadWrite", 404, "itemNotFound"),
        ("https://contoso.sharepoint.com.evil.example/a.txt", "Files.ReadWrite", 404, "itemNotFound"),
        ("https://contoso.sharepoint.com/a.txt", "Files.Read", 403, "accessDenied"),
    ])
    func otherSharingURLsFail(address: String, scope: String, status: Int, code: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", scope)
            let reply = try scenario.client.get("/v1.0/shares/\(share(address))", token: token)
            #expect(reply.status == status)
            #expect(reply.graphError("code") == code)
        }
    }

    @Test(arguments: ["u!%%%", "s!abc", "u!a+b"]) func malformedSharingTokensAreRejected(share: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "Files.ReadWrite")
            #expect(
                try scenario.client.get("/v1.0/shares/\(share)", token: token).graphError("code") == "invalidRequest")
        }
    }
}
