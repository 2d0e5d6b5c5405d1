import Foundation
import Testing

/// What many tests do on their way.
extension Sandboxed {
    /// Starts a sign-in that waits for its device code to be used.
    func startDeviceCode(_ line: String, environment: [String: String?] = [:]) throws -> Child {
        try workspace.start(
            [Products.acct] + line.split(separator: " ").map(String.init)
                + ["--device-code", "--authority", server.authority, "--client-id", server.clientId],
            environment: environment)
    }

    func userCode(shownBy child: Child) async throws -> String {
        try await eventually("\(child.command) shows a code") {
            guard let match = child.error.firstMatch(of: /enter the code (\S+)\n/) else {
                if let code = child.exitCode { throw SystemError("it ended with \(code): \(child.error)") }
                return nil
            }
            return String(match.1)
        }
    }

    func browse(_ options: String, _ path: String) async throws -> Run {
        try await workspace.run(
            [Products.sandbox, "browse"] + options.split(separator: " ").map(String.init)
                + [path.hasPrefix("/") ? server.graph + path : path])
    }

    func displayName(_ profile: String) async throws -> String {
        struct Me: Decodable { let displayName: String }
        return try await succeed("graph /me -p \(profile)").json(Me.self).displayName
    }

    /// The state of each profile.
    func states() async throws -> [String: String] {
        struct Row: Decodable { let name, state: String }
        return try await succeed("list --json").json([Row].self).reduce(into: [:]) { $0[$1.name] = $1.state }
    }
}
