import Foundation
import Testing

/// The broker of `acct-sandbox` refuses requests that violate the protocol.
@Suite(.needsDBus) struct SandboxBrokerContractTests {
    @Test func everyMemberOfATokenRequestIsChecked() async throws {
        try await BrokerFixture.run { broker in
            let account = try await broker.account()
            let changes: [[String: Any]] = [
                ["authority": NSNull()], ["authority": 1], ["authorizationType": 6], ["authorizationType": "1"],
                ["clientId": "acct"], ["redirectUri": NSNull()], ["requestedScopes": "User.Read"],
                ["requestedScopes": [String]()], ["requestedScopes": [1]], ["username": "bob@contoso.example"],
                ["username": NSNull()], ["account": NSNull()], ["account": "alice"], ["uxContextHandle": NSNull()],
                ["additionalQueryParametersForAuthorization": NSNull()], ["decodedClaims": [String: Any]()],
                ["accessTokenToRenew": 7], ["prompt": "login"],
                ["account": account.merging(["name": "Alice"]) { $1 }],
                ["account": account.filter { $0.key != "passwordExpiry" }],
            ]
            for change in changes {
                let response = try await broker.acquireSilently(account, changing: change)
                #expect(response.status == 6, "\(change): \(response.text)")
            }
            let prompt = try await broker.acquireInteractively(account, changing: ["prompt": "none"])
            #expect(prompt.status == 6, "\(prompt.text)")
            let stranger = account.merging(["homeAccountId": "1.2"]) { $1 }
            #expect(try await broker.acquireSilently(stranger).status == 16)
        }
    }

    @Test func everyCallHasAVersionACorrelationIDAndAnObject() async throws {
        try await BrokerFixture.run { broker in
            let request = ["clientId": broker.clientID, "redirectUri": BrokerFixture.nativeClient]
            #expect(try await broker.call("getAccounts", request, version: "1.0").status == 6)
            #expect(try await broker.call("getAccounts", request, correlationID: "1").status == 6)
            #expect(try await broker.call("getAccounts", ["clientId": broker.clientID]).status == 6)
            for text in ["", "[]", "{", "null"] {
                let call = try broker.startCall("getAccounts", text)
                #expect(try await broker.response(of: call).status == 6)
            }
            for method in ["acquirePrtSsoCookie", "generateSignedHttpRequest"] {
                #expect(try await broker.call(method, [:]).status == 9)
            }
        }
    }

    @Test func interfaceHasNoIntrospection() async throws {
        try await BrokerFixture.run { broker in
            let name = "com.microsoft.identity.Broker1"
            let calls: [(member: String, arguments: [String], path: String, error: String?)] = [
                ("org.freedesktop.DBus.Peer.Ping", [], "/com/microsoft/identity/broker1", nil),
                (
                    "org.freedesktop.DBus.Introspectable.Introspect", [], "/com/microsoft/identity/broker1",
                    "UnknownInterface"
                ),
                ("\(name).signOut", ["0.0", "", ""], "/com/microsoft/identity/broker1", "UnknownMethod"),
                ("\(name).getAccounts", ["0.0"], "/com/microsoft/identity/broker1", "InvalidArgs"),
                ("\(name).getAccounts", ["0.0", "", ""], "/", "UnknownObject"),
            ]
            for call in calls {
                let run = try await broker.send(call.member, call.arguments, path: call.path).run()
                let words = call.error.map { "org.freedesktop.DBus.Error.\($0)" }
                #expect(words.map(run.error.contains) ?? (run.status == 0), "\(run)")
            }
        }
    }
}
