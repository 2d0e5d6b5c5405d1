import Foundation
import Testing

/// `acct` on the device of the broker.
extension BrokerFixture {
    var options: [String] {
        ["--authority", sandbox.server.authority, "--client-id", sandbox.server.clientId]
    }

    /// Adds a profile. The person consents in the broker's window.
    func add(_ name: String, as person: String) async throws {
        try await succeed("add \(name) --broker --timeout 30 --username \(person)", options)
    }

    /// The claims of the requests for tokens so far.
    func claims() throws -> [String] {
        try logLines().compactMap { line in
            let words = line.split(separator: " ", maxSplits: 2)
            return words.count == 3 ? String(words[2]) : nil
        }
    }

    @discardableResult
    func succeed(
        _ line: String, _ more: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Run {
        try await sandbox.succeed(line, more, environment: environment, sourceLocation: sourceLocation)
    }

    func acct(_ line: String, _ more: [String] = []) async throws -> Run {
        try await sandbox.acct(line, more, environment: environment)
    }
}
