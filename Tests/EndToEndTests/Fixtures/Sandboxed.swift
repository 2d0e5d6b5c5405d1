import Foundation
import Testing

/// An `acct-sandbox` and an empty home, for a single test.
final class Sandboxed: Sendable {
    struct Description: Decodable, Sendable {
        let authority, federation: String
        let authorities: [String: String]
        let graph: String
        let clientId: String
        let otherClientId: String
        let browserOnlyClientId: String
        let daemon: Daemon
        let machine: Machine

        struct Daemon: Decodable, Sendable {
            let clientId, clientSecret: String
        }

        struct Machine: Decodable, Sendable {
            let identityEndpoint, identityHeader, metadataAuthority, arcEndpoint, assignedClientId: String
        }
    }

    let workspace: Workspace
    let server: Description
    private let process: Child

    /// - Parameter options: of `acct-sandbox`.
    static func run(
        _ options: String..., test: (Sandboxed) async throws -> Void
    ) async throws {
        try await TestSlots.shared.withSlot {
            let sandbox = try await Sandboxed(options)
            try await withCleanup(sandbox.stop) {
                try await test(sandbox)
            }
        }
    }

    private init(_ options: [String]) async throws {
        workspace = try Workspace()
        (process, server) = try await Self.start(options, in: workspace)
    }

    /// Runs a second `acct-sandbox`, which is another cloud to `acct`, while `body` runs.
    func withSecondCloud(_ body: (Description) async throws -> Void) async throws {
        let (process, server) = try await Self.start([], in: workspace)
        try await withCleanup(process.stop) {
            try await body(server)
        }
    }

    private static func start(_ options: [String], in workspace: Workspace) async throws -> (Child, Description) {
        let process = try workspace.start(
            [Products.sandbox, "--port", "0", "--quiet", "--exit-with-stdin", "--device-interval", "1"] + options,
            input: .lifeline)
        let line = try await eventually("acct-sandbox prints its description") {
            if let code = process.exitCode { throw SystemError("acct-sandbox ended with \(code): \(process.error)") }
            return process.output.firstIndex(of: UInt8(ascii: "\n")).map { process.output[..<$0] }
        }
        return (process, try JSONDecoder().decode(Description.self, from: line))
    }

    var store: StoreFile { workspace.store }

    func stop() async {
        await process.stop()
    }
}

/// Limits the number of tests that run at once, since each starts a server and clients.
actor TestSlots {
    static let shared = TestSlots(count: 2 * ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        free = count
    }

    nonisolated func withSlot<Result>(_ work: () async throws -> Result) async throws -> Result {
        await take()
        do {
            let result = try await work()
            await give()
            return result
        } catch {
            await give()
            throw error
        }
    }

    private func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Passes the slot to the test that has waited longest.
    private func give() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}
