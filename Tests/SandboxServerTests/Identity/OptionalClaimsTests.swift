import SandboxServer
import Testing

@Suite struct OptionalClaimsTests {
    private static let asked = #"{"id_token":{"verified_primary_domain":null,"verified_secondary_domain":null}}"#

    private func domains(_ reply: ReceivedResponse) -> [[String]?] {
        let token = claims(of: reply["id_token"])
        return ["verified_primary_domain", "verified_secondary_domain"].map { token[$0] as? [String] }
    }

    @Test(arguments: [
        ("carol", "common", [["fabrikam.example"], ["fabrikam-gmbh.example", "fabrikam.onmicrosoft.com"]]),
        ("dana", "fabrikam.example", [nil, nil]), ("sam", "consumers", [nil, nil]),
    ])
    func configuredDomainClaimsAreInEveryIDToken(
        account: String, authority: String, expected: [[String]?]
    ) async throws {
        var options = SandboxOptions()
        options.issuesDomainClaims = true
        try await Scenario.run(options) { scenario in
            let reply = try scenario.signIn(account, "User.Read", authority: authority)
            #expect(domains(reply) == expected)
        }
    }

    @Test func domainClaimsCanBeRequested() async throws {
        try await Scenario.run { scenario in
            let unasked = try scenario.signIn("henry", "User.Read")
            #expect(domains(unasked) == [nil, nil])
            let scope = "User.Read \(Scenario.baseScope)"
            let expected = [["tailspin.example"], ["tailspin.onmicrosoft.com"]]
            let atToken = try scenario.redeem(
                try scenario.code(for: "henry", scope: scope), changing: ["claims": Self.asked])
            #expect(domains(atToken) == expected)
            let page = try scenario.authorize(scope: scope, changing: ["claims": Self.asked])
            let code = try #require(try scenario.choose("henry", on: page).redirect["code"])
            let atAuthorize = try scenario.redeem(code)
            #expect(domains(atAuthorize) == expected)
        }
    }
}
