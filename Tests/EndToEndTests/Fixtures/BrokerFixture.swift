import Foundation
import Testing

/// A sandbox, and a device whose broker signs in to it, for a single test.
final class BrokerFixture: Sendable {
    let sandbox: Sandboxed
    /// The variables that lead a program to the broker.
    let environment: [String: String?]
    private let faultFile: String
    private let log: String
    private let process: Child

    /// - Parameters:
    ///   - accounts: those of the device.
    ///   - options: of `acct-sandbox broker`.
    static func run(
        accounts: [String] = ["alice@contoso.example"], _ options: String...,
        test: (BrokerFixture) async throws -> Void
    ) async throws {
        try await Sandboxed.run { sandbox in
            let broker = try await BrokerFixture(sandbox, accounts: accounts, options: options)
            try await withCleanup(broker.stop) {
                try await test(broker)
            }
        }
    }

    init(_ sandbox: Sandboxed, accounts: [String], options: [String] = []) async throws {
        self.sandbox = sandbox
        log = "\(sandbox.workspace.folder)/broker.log"
        let process = try sandbox.workspace.start(
            [Products.sandbox, "broker", "--sandbox", sandbox.server.graph, "--exit-with-stdin", "--log", log]
                + accounts.flatMap { ["--account", $0] } + options,
            input: .lifeline)
        self.process = process
        let output = try await eventually("acct-sandbox broker prints its variables") {
            if let code = process.exitCode { throw SystemError("acct-sandbox broker: \(code): \(process.error)") }
            let text = String(decoding: process.output, as: UTF8.self)
            return text.contains("ACCT_SANDBOX_BROKER_PID") ? text : nil
        }
        let address = try #require(output.firstMatch(of: /DBUS_SESSION_BUS_ADDRESS='(.*)'/)).1
        environment = ["DBUS_SESSION_BUS_ADDRESS": String(address)]
        faultFile = String(try #require(output.firstMatch(of: /ACCT_SANDBOX_BROKER_FAULTS='(.*)'/)).1)
    }

    /// The private folder of the bus.
    var folder: String { URL(fileURLWithPath: faultFile).deletingLastPathComponent().path }

    /// Replaces all faults: `NAME` or `NAME=VALUE`.
    func setFaults(_ faults: String...) throws {
        try faults.map { $0 + "\n" }.joined().write(toFile: faultFile, atomically: true, encoding: .utf8)
    }

    /// The methods called so far.
    func calls() throws -> [String] {
        try logLines().compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// `METHOD CORRELATION-ID [CLAIMS]` for each call.
    func logLines() throws -> [Substring] {
        guard FileManager.default.fileExists(atPath: log) else { return [] }
        return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    }

    func stop() async {
        await process.stop()
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where no broker can be emulated.
    static var needsDBus: Self { needs(.dbusDaemon, .dbusSend) }
}
