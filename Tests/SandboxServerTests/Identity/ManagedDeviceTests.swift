import SandboxServer
import Testing

@Suite struct ManagedDeviceTests {
    @Test func tenantWithThePolicyLetsNoOtherDeviceIn() async throws {
        try await Scenario.run { scenario in
            let denied = try scenario.choose("petra", on: try scenario.authorize())
            #expect(denied.redirect["error"] == "access_denied")
            #expect(denied.redirect["error_description"]?.hasPrefix("AADSTS53000: ") == true)
            #expect(try scenario.choose("nora", on: try scenario.authorize()).redirect["error"] == nil)
        }
    }

    @Test func deviceCodesAreRefusedWhenTheyAreRedeemed() async throws {
        var options = SandboxOptions()
        options.deviceInterval = 0
        try await Scenario.run(options) { scenario in
            let started = try scenario.client.post(
                "/common/oauth2/v2.0/devicecode",
                form: [("client_id", scenario.clientID), ("scope", "User.Read openid offline_access")])
            let code = try #require(started["user_code"])
            let list = try scenario.client.post("/common/oauth2/deviceauth", form: [("user_code", code)])
            _ = try scenario.answer("accept", on: try scenario.choose("petra", on: list))
            let refused = try scenario.token([
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": started["device_code"],
            ])
            #expect(refused["error"] == "interaction_required" && refused.code == 53000)
        }
    }
}
