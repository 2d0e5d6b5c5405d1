import Foundation
import Testing

/// The faults of the broker of `acct-sandbox`, which tests can switch while it runs.
@Suite(.needsDBus) struct SandboxBrokerFaultTests {
    private func expect(
        _ fault: String, _ words: String, _ method: String = "acquireTokenSilently", on broker: BrokerFixture,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try broker.setFaults(fault)
        let text = try BrokerFixture.text(
            broker.request(type: method == "acquireTokenSilently" ? 1 : 6, account: await broker.account()))
        let run = try await broker.startCall(method, text).run()
        #expect((run.text + run.error).contains(words), "\(fault): \(run)", sourceLocation: sourceLocation)
        try broker.setFaults()
    }

    @Test func faultsOfTokenRequests() async throws {
        try await BrokerFixture.run { broker in
            _ = try await broker.acquireInteractively(nil)
            try await expect("interaction", #""status":2"#, on: broker)
            try await expect("interaction", "capolids", on: broker)
            try await expect("interaction", #""accessToken":"#, "acquireTokenInteractively", on: broker)
            try await expect("cancelled", #""status":7"#, "acquireTokenInteractively", on: broker)
            try await expect("no-network", #""status":3"#, on: broker)
            try await expect("server-down", #""status":5"#, on: broker)
            try await expect("garbage=acquireTokenSilently", "<html>", on: broker)
            try await expect("garbage=acquireTokenSilently:types", #""expiresOn":"soon""#, on: broker)
            try await expect("other-account", #""username":"bob@contoso.example""#, on: broker)
            try await expect("no-such-fault", #""accessToken":"#, on: broker)
            #expect(try await broker.acquireSilently(broker.account()).username == "alice@contoso.example")
        }
    }

    @Test func faultsOfTokens() async throws {
        try await BrokerFixture.run("--fault", "seconds", "--fault", "no-id-token") { broker in
            let first = try await broker.acquireInteractively(nil)
            let expiry = try #require(first.tokens["expiresOn"] as? Double)
            #expect(abs(expiry - Date.now.timeIntervalSince1970) < 4000 && first.tokens["idToken"] == nil)
            try broker.setFaults("opaque-id-token")
            let token = try #require(try await broker.acquireInteractively(nil).tokens["idToken"] as? String)
            #expect(Data(base64Encoded: token) != nil && !token.contains("."))
        }
    }

    @Test func faultsOfTheBus() async throws {
        try await BrokerFixture.run("--fault", "absent") { broker in
            func error() async throws -> String {
                do {
                    return "\(try await broker.accounts().count) accounts"
                } catch let error as BrokerFixture.BusError {
                    return error.text
                }
            }
            #expect(try await error().contains("org.freedesktop.DBus.Error.ServiceUnknown"))
            try broker.setFaults("dbus-error")
            let failed = try await eventually("the broker is activatable") {
                let text = try await error()
                return text.contains("ServiceUnknown") ? nil : text
            }
            #expect(failed.contains("org.freedesktop.DBus.Error.Failed"))
            try broker.setFaults("crash=getAccounts")
            #expect(try await error().contains("org.freedesktop.DBus.Error.NoReply"))
            #expect(try await error() == "1 accounts")
            try broker.setFaults("crash-always=getAccounts")
            for _ in 0..<2 { #expect(try await error().contains("org.freedesktop.DBus.Error.NoReply")) }
            try broker.setFaults("absent")
            #expect(try await error().contains("org.freedesktop.DBus.Error.ServiceUnknown"))
        }
    }

    @Test func slowBrokersDelayActivationAndCalls() async throws {
        try await BrokerFixture.run("--fault", "slow=0.5") { broker in
            for seconds in [1, 0.5] {
                let start = ContinuousClock.now
                let count = try await broker.accounts().count
                #expect(count == 1)
                #expect(ContinuousClock.now - start >= .seconds(seconds))
            }
        }
    }

    @Test func stateOutlivesACrash() async throws {
        try await BrokerFixture.run { broker in
            _ = try await broker.acquireInteractively(nil)
            try broker.setFaults("crash=acquireTokenSilently")
            let account = try await broker.account()
            await #expect(throws: BrokerFixture.BusError.self) { _ = try await broker.acquireSilently(account) }
            #expect(try await broker.acquireSilently(account).status == nil)
        }
    }

    @Test(arguments: [
        ("--sandbox http://localhost:1 --fault nonsense", "--fault must be one of absent, slow,"),
        ("--sandbox http://localhost:1 --fault crash", "--fault must be one of"),
        ("--sandbox http://localhost:1 --account nobody@contoso.example", "is not an account of the sandbox"),
        ("--sandbox https://login.example", "is not the address of a sandbox"),
    ])
    func wrongOptionsAreUsageErrors(options: String, words: String) async throws {
        let run = try await Workspace().run(
            [Products.sandbox, "broker"] + options.split(separator: " ").map(String.init))
        #expect(run.status == 64 && run.error.contains(words), "\(run)")
    }
}
