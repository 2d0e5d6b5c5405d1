import Foundation
import Testing

/// The broker of `acct-sandbox`, as a client from outside the project sees it.
@Suite(.needsDBus) struct SandboxBrokerTests {
    @Test func accountsAndVersion() async throws {
        try await BrokerFixture.run(accounts: ["alice@contoso.example", "sam@contoso.example:personal"]) { broker in
            let version = try await broker.call("getLinuxBrokerVersion", ["msalCppVersion": "1.0"])
            #expect(version.json["linuxBrokerVersion"] as? String == "2.0.4")
            let accounts = try await broker.accounts()
            #expect(accounts.compactMap { $0["givenName"] as? String } == ["Alice", "Sam"])
            let host = try #require(URL(string: broker.sandbox.server.graph)?.port).description
            #expect(accounts.allSatisfy { $0["environment"] as? String == "localhost:\(host)" })
            #expect(accounts.allSatisfy { $0["passwordExpiry"] as? Int == Int.max })
            #expect(try broker.calls() == ["getLinuxBrokerVersion", "getAccounts"])
        }
    }

    @Test func consentNeedsAPersonAndThenTokensAreSilent() async throws {
        try await BrokerFixture.run { broker in
            let account = try await broker.account()
            let refused = try await broker.acquireSilently(account)
            #expect(refused.status == 2 && refused.context.hasPrefix("AADSTS65001: "), "\(refused.text)")
            let first = try await broker.acquireInteractively(account)
            #expect(first.username == "alice@contoso.example" && first.tokens["refreshToken"] == nil, "\(first.text)")
            let silent = try await broker.acquireSilently(account)
            let token = try #require(silent.tokens["accessToken"] as? String, "\(silent.text)")
            #expect(token == first.tokens["accessToken"] as? String)
            let expiry = try #require(silent.tokens["expiresOn"] as? Int)
            #expect((3000...3700).contains(Int(Double(expiry) / 1000 - Date.now.timeIntervalSince1970)))
            let renewed = try await broker.acquireSilently(account, changing: ["accessTokenToRenew": token])
            let other = try #require(renewed.tokens["accessToken"] as? String)
            #expect(other != token)
            let me = try await LoopbackHTTP().send(
                "GET", "\(broker.sandbox.server.graph)/v1.0/me", headers: ["Authorization": "Bearer \(other)"])
            #expect(me.status == 200 && me.text.contains("alice@contoso.example"))
        }
    }

    @Test func guestsHaveAnAccountInEachTenant() async throws {
        try await BrokerFixture.run(accounts: ["dana@contoso.example"]) { broker in
            let account = try await broker.account()
            let fabrikam = try #require(broker.sandbox.server.authorities["fabrikam.example"])
            let response = try await broker.acquireInteractively(account, changing: ["authority": fabrikam])
            let guest = try #require(response.tokens["account"] as? [String: Any], "\(response.text)")
            #expect(guest["homeAccountId"] as? String == account["homeAccountId"] as? String)
            #expect(fabrikam.hasSuffix(guest["realm"] as? String ?? "?"))
        }
    }

    @Test func removedAccountsComeBackWithAPerson() async throws {
        try await BrokerFixture.run { broker in
            let account = try await broker.account()
            _ = try await broker.acquireInteractively(account)
            let removal = try await broker.call("removeAccount", ["clientId": broker.clientID, "account": account])
            #expect(removal.text == "{}")
            #expect(try await broker.accounts().isEmpty)
            #expect(try await broker.accounts(clientID: broker.sandbox.server.otherClientId).count == 1)
            #expect(try await broker.acquireSilently(account).status == 16)
            #expect(try await broker.acquireInteractively(nil).status == nil)
            #expect(try await broker.accounts().count == 1)
        }
    }

    @Test func revokedSessionsNeedAPerson() async throws {
        try await BrokerFixture.run { broker in
            let account = try await broker.account()
            let first = try await broker.acquireInteractively(account)
            try await broker.sandbox.revoke("alice@contoso.example")
            let token = try #require(first.tokens["accessToken"])
            let refused = try await broker.acquireSilently(account, changing: ["accessTokenToRenew": token])
            #expect(refused.status == 2 && refused.context.hasPrefix("AADSTS50173: "), "\(refused.text)")
            #expect(try await broker.acquireInteractively(account).status == nil)
        }
    }

    @Test func applicationsCancelTheirInteractiveFlows() async throws {
        try await BrokerFixture.run("--person", "none") { broker in
            let id = "6a1f8d2b-3c4d-4e6f-9071-8293a4b5c6d7"
            let text = try BrokerFixture.text(broker.request(type: 6, account: nil))
            let flow = try broker.startCall("acquireTokenInteractively", text, correlationID: id)
            try await eventually("the call arrives") { try !broker.calls().isEmpty }
            #expect(try await broker.call("cancelInteractiveFlow", [:]).status == 6)
            #expect(try await broker.call("cancelInteractiveFlow", [:], correlationID: id).text == "{}")
            #expect(try await broker.response(of: flow).status == 8)
        }
    }

    @Test func redirectURIHasToBeRegistered() async throws {
        try await BrokerFixture.run { broker in
            let own = "\(broker.sandbox.server.graph)/common/oauth2/nativeclient"
            #expect(try await broker.acquireInteractively(nil, changing: ["redirectUri": own]).status == nil)
            for changes in [
                ["redirectUri": "http://localhost:8400"], ["clientId": broker.sandbox.server.browserOnlyClientId],
            ] {
                let refused = try await broker.acquireInteractively(nil, changing: changes)
                #expect(refused.status == 9 && refused.context.hasPrefix("AADSTS50011: "), "\(refused.text)")
            }
        }
    }

    @Test func accountsOfAManagedTenantSignInThroughTheBrokerOnly() async throws {
        try await BrokerFixture.run(accounts: ["petra@proseware.example"]) { broker in
            let account = try await broker.account()
            let first = try await broker.acquireInteractively(account)
            let token = try #require(first.tokens["accessToken"], "\(first.text)")
            let renewed = try await broker.acquireSilently(account, changing: ["accessTokenToRenew": token])
            #expect(renewed.status == nil, "\(renewed.text)")
            let run = try await broker.sandbox.acct(
                "add petra", broker.sandbox.signIn(as: "petra@proseware.example"))
            #expect(run.status != 0 && run.error.contains("53000"), "\(run)")
        }
    }

    @Test func busAndFolderEndWithTheBroker() async throws {
        try await Sandboxed.run { sandbox in
            let broker = try await BrokerFixture(sandbox, accounts: ["alice@contoso.example"])
            #expect(try await broker.accounts().count == 1)
            await broker.stop()
            #expect(!FileManager.default.fileExists(atPath: broker.folder))
            await #expect(throws: BrokerFixture.BusError.self) { _ = try await broker.accounts() }
        }
    }
}
