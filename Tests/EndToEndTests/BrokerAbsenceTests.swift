import Foundation
import Testing

/// A device whose broker is missing, out of reach or slow, and what `acct doctor` says of brokers.
@Suite(.needsDBus) struct BrokerAbsenceTests {
    @Test(
        arguments: [
            (["DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil], "cannot be reached"),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"], "cannot be reached (No such file or directory)"),
            (["DBUS_SESSION_BUS_ADDRESS": "nonsense"], "cannot be reached"),
        ] as [([String: String?], String)])
    func withoutABusTheRefusalIsAtOnce(environment: [String: String?], words: String) async throws {
        try await Sandboxed.run { sandbox in
            try await expectRefusal(words, in: sandbox, environment: environment)
        }
    }

    /// An address that `sudo` has kept.
    @Test(.needsRoot) func busOfAnotherUserIsNotUsed() async throws {
        try await Sandboxed.run { sandbox in
            let socket = try sandbox.workspace.file("bus", "")
            #expect(chown(socket, 65534, 65534) == 0)
            try await expectRefusal(
                "belongs to the user with the id 65534", in: sandbox,
                environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)"])
        }
    }

    @Test func withoutTheLibraryTheRefusalNamesItsPackage() async throws {
        try await BrokerFixture.run { broker in
            let folder = try broker.sandbox.workspace.folder("libraries")
            try Data().write(to: URL(filePath: "\(folder)/libsystemd.so.0"))
            try await expectRefusal(
                "libsystemd0", in: broker.sandbox,
                environment: broker.environment.merging(["LD_LIBRARY_PATH": folder]) { $1 })
        }
    }

    @Test func withoutABrokerTheRefusalNamesOne() async throws {
        try await BrokerFixture.run("--fault", "absent") { broker in
            try await expectRefusal(
                "Install microsoft-identity-broker or himmelblau", in: broker.sandbox, environment: broker.environment)
        }
    }

    private func expectRefusal(
        _ words: String, in sandbox: Sandboxed, environment: [String: String?],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let options = ["--authority", sandbox.server.authority, "--client-id", sandbox.server.clientId]
        expect(
            try await sandbox.acct("add x --broker", options, environment: environment),
            ExpectedError(
                1, words, run: "acct add x \(options.joined(separator: " ")) --device-code"),
            sourceLocation: sourceLocation)
    }

    @Test func brokerIsForEntraAlone() async throws {
        try await BrokerFixture.run { broker in
            let options = ["--authority", broker.sandbox.server.federation, "--client-id", broker.clientID]
            expect(
                try await broker.acct("add x --broker", options),
                ExpectedError(64, "Microsoft Entra alone", run: "acct add x \(options.joined(separator: " "))"))
        }
    }

    @Test func personIsToldWhatTakesTheTime() async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            try broker.setFaults("slow=1.5")
            let terminal = try PseudoTerminal()
            let child = try broker.sandbox.workspace.start(
                [Products.acct, "graph", "/me", "--jq", ".displayName"],
                input: .terminal(path: terminal.path), environment: broker.environment)
            #expect(try await child.finish(within: .seconds(60)) == 0)
            #expect(!terminal.text.contains("Waiting for"), "a cached token needs no broker")
            let second = try PseudoTerminal()
            let renewal = try broker.sandbox.workspace.start(
                [Products.acct, "token", "--force-refresh"], input: .terminal(path: second.path),
                environment: broker.environment)
            #expect(try await renewal.finish(within: .seconds(60)) == 0)
            #expect(second.text.contains("Waiting for this device's identity broker."))
        }
    }

    @Test func managedDeviceWithoutABrokerNeedsOne() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct(
                "add petra", sandbox.signIn(as: "petra@proseware.example"),
                environment: ["DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil])
            #expect(run.status == 1 && run.error.contains("No identity broker responds here"), "\(run)")
            #expect(run.error.contains(" --broker\n"), "\(run)")
        }
    }

    @Test func doctorKnowsTheBroker() async throws {
        try await BrokerFixture.run { broker in
            #expect(try await broker.succeed("doctor").text.contains("broker responds (version 2.0.4)"))
            try await broker.add("alice", as: "alice@contoso.example")
            let healthy = try await broker.succeed("doctor --online").text
            #expect(healthy.contains("The broker gives tokens for alice.") && healthy.contains("alice lists https://"))
            try broker.setFaults("interaction")
            let run = try await broker.acct("doctor --online")
            #expect(run.status == 1 && run.text.contains("Run: acct sign-in alice"), "\(run)")
            await broker.stop()
            let stopped = try await broker.acct("doctor")
            #expect(stopped.status == 1 && stopped.text.contains("cannot be reached"), "\(stopped)")
        }
    }

    /// The broker renews tokens without it, so nothing else fails yet.
    @Test func doctorFindsThatTheRedirectURIIsNotRegisteredAnyMore() async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            try await broker.sandbox.removeBrokerRedirect()
            try await broker.succeed("token --force-refresh")
            let run = try await broker.acct("doctor --online")
            #expect(run.status == 1, "\(run)")
            #expect(run.text.contains("does not list the redirect URI of the device's broker. Add https://"), "\(run)")
        }
    }
}
