import Foundation
import Testing

/// A running `acct-sandbox` of its own and a fresh home, for one test.
final class Sandboxed: Sendable {
    struct Description: Decodable, Sendable {
        let authority, federation: String
        let authorities: [String: String]
        let graph: String
        let clientId: String
        let otherClientId: String
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
        try await Slots.shared.taking {
            let sandbox = try await Sandboxed(options)
            do {
                try await test(sandbox)
            } catch {
                await sandbox.stop()
                throw error
            }
            await sandbox.stop()
        }
    }

    private init(_ options: [String]) async throws {
        workspace = try Workspace()
        (process, server) = try await Self.start(options, in: workspace)
    }

    /// Another one beside it, which is another cloud to `acct`, for the time that `body` takes.
    func withSecondCloud(_ body: (Description) async throws -> Void) async throws {
        let (process, server) = try await Self.start([], in: workspace)
        do {
            try await body(server)
        } catch {
            await process.stop()
            throw error
        }
        await process.stop()
    }

    private static func start(_ options: [String], in workspace: Workspace) async throws -> (Child, Description) {
        let process = try workspace.start(
            [Products.sandbox, "--port", "0", "--quiet", "--exit-with-stdin", "--device-interval", "1"] + options,
            input: .lifeline)
        let line = try await eventually("acct-sandbox says where it is") {
            if let code = process.exitCode { throw SystemError("acct-sandbox ended with \(code): \(process.error)") }
            return process.output.firstIndex(of: UInt8(ascii: "\n")).map { process.output[..<$0] }
        }
        return (process, try JSONDecoder().decode(Description.self, from: line))
    }

    var store: StoreFile { workspace.store }

    func stop() async {
        await process.stop()
    }

    func acct(
        _ line: String, _ more: [String] = [], input: Data? = nil, environment: [String: String?] = [:]
    ) async throws -> Run {
        try await workspace.acct(line, more, input: input, environment: environment)
    }

    @discardableResult
    func succeed(
        _ line: String, _ more: [String] = [], input: Data? = nil, environment: [String: String?] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Run {
        try await workspace.succeed(
            line, more, input: input, environment: environment, sourceLocation: sourceLocation)
    }

    /// Where and how to sign in here; the browser signs in as that person.
    func signIn(as person: String, at authority: String? = nil, browsing: String = "") -> [String] {
        ["--authority", authority ?? server.authority, "--client-id", server.clientId] + browser(person, browsing)
    }

    func browser(_ person: String, _ options: String = "") -> [String] {
        let words = ["acct-sandbox browse --as", person, options].filter { !$0.isEmpty }
        return ["--browser", words.joined(separator: " "), "--timeout", "30"]
    }

    /// Adds a profile and signs it in.
    func add(
        _ name: String, as person: String, at authority: String? = nil, _ options: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await succeed("add \(name)", signIn(as: person, at: authority) + options, sourceLocation: sourceLocation)
    }

    /// Alice and Bob of one tenant, Alice first and therefore current.
    func addAliceAndBob(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await add("alice", as: "alice@contoso.example", sourceLocation: sourceLocation)
        try await add("bob", as: "bob@contoso.example", sourceLocation: sourceLocation)
    }
}
