import SandboxServer
import Testing

@Suite struct DeviceAuthorizationTests {
    private func start(_ scenario: Scenario, authority: String = "common") throws -> ReceivedResponse {
        try scenario.client.post(
            "/\(authority)/oauth2/v2.0/devicecode",
            form: [("client_id", scenario.clientID), ("scope", "User.Read openid offline_access")])
    }

    private func poll(_ scenario: Scenario, _ code: String?) throws -> ReceivedResponse {
        try scenario.token([
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": code,
        ])
    }

    private static var impatient: SandboxOptions {
        var options = SandboxOptions()
        options.deviceInterval = 0
        return options
    }

    @Test func userCodesSignTheDeviceIn() async throws {
        try await Scenario.run(Self.impatient) { scenario in
            let started = try start(scenario)
            #expect(started.json["verification_uri_complete"] == nil)
            #expect(started["user_code"]?.count == 9)
            let pending = try poll(scenario, started["device_code"])
            #expect(pending.status == 400)
            #expect(pending["error"] == "authorization_pending")
            #expect(try scenario.client.get("/device").header("location") == "/common/oauth2/deviceauth")
            let typed = try #require(started["user_code"]).lowercased()
            let list = try scenario.client.post("/common/oauth2/deviceauth", form: [("user_code", " \(typed)")])
            let consent = try scenario.choose("carol", on: list)
            let done = try scenario.answer("accept", on: consent)
            #expect(done.text.contains("You have signed in"))
            let tokens = try poll(scenario, started["device_code"])
            #expect(claims(of: tokens["id_token"])["preferred_username"] as? String == "carol@fabrikam.example")
            #expect(try poll(scenario, started["device_code"]).code == 54005)
            let used = try scenario.client.post("/common/oauth2/deviceauth", form: [("user_code", typed)])
            #expect(used.text.contains("already used"))
        }
    }

    @Test func everySignInIsConfirmed() async throws {
        try await Scenario.run(Self.impatient) { scenario in
            _ = try scenario.signIn("alice", "User.Read")
            let code = try #require(try start(scenario)["user_code"])
            let list = try scenario.client.post("/common/oauth2/deviceauth", form: [("user_code", code)])
            let page = try scenario.choose("alice", on: list)
            #expect(page.text.contains("only if you started this yourself"))
        }
    }

    @Test(arguments: [true, false])
    func usersCanDecline(afterChoosing: Bool) async throws {
        try await Scenario.run(Self.impatient) { scenario in
            let started = try start(scenario)
            let code = try #require(started["user_code"])
            var page = try scenario.client.post("/common/oauth2/deviceauth", form: [("user_code", code)])
            if afterChoosing { page = try scenario.choose("bob", on: page) }
            _ = try scenario.answer("cancel", on: page)
            #expect(try poll(scenario, started["device_code"])["error"] == "authorization_declined")
        }
    }

    @Test func pollingTooFastIncreasesTheInterval() async throws {
        try await Scenario.run { scenario in
            let code = try start(scenario)["device_code"]
            func errorAfter(_ seconds: Int) throws -> String? {
                _ = try scenario.client.send("POST", "/sandbox/time", json: "{\"advance\": \(seconds)}")
                return try poll(scenario, code)["error"]
            }
            #expect(try errorAfter(0) == "authorization_pending")
            #expect(try errorAfter(2) == "slow_down")
            #expect(try errorAfter(6) == "slow_down")
            #expect(try errorAfter(15) == "authorization_pending")
        }
    }

    @Test func expiredAndUnknownCodesAreRejected() async throws {
        try await Scenario.run(Self.impatient) { scenario in
            let started = try start(scenario)
            #expect(try poll(scenario, "made-up")["error"] == "bad_verification_code")
            _ = try scenario.client.send("POST", "/sandbox/time", json: #"{"advance": 901}"#)
            let expired = try poll(scenario, started["device_code"])
            #expect(expired["error"] == "expired_token")
            #expect(expired.code == 70019)
            let page = try scenario.client.post(
                "/common/oauth2/deviceauth", form: [("user_code", started["user_code"] ?? "")])
            #expect(page.text.contains("expired"))
        }
    }

    @Test(arguments: [
        ("contoso.example", nil, Scenario.contoso), ("consumers", nil, Scenario.personal),
        ("common", "consumers", Scenario.personal),
    ])
    func controlEndpointApprovesUserCodes(authority: String, tenant: String?, expected: String) async throws {
        try await Scenario.run(Self.impatient) { scenario in
            let started = try start(scenario, authority: authority)
            let code = try #require(started["user_code"])
            let approval = """
                {"user_code": "\(code)", "username": "sam@contoso.example", "answer": "accept", \
                "tenant": \(tenant.map { "\"\($0)\"" } ?? "null")}
                """
            #expect(try scenario.client.send("POST", "/sandbox/approve", json: approval).status == 204)
            let tokens = try poll(scenario, started["device_code"])
            #expect(claims(of: tokens["id_token"])["tid"] as? String == expected)
        }
    }
}
