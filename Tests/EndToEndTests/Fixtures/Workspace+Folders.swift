import Foundation

/// Folders below the home of a test, and programs that run in them.
extension Workspace {
    var home: String { "\(folder)/home" }

    /// - Parameter name: below the home.
    @discardableResult
    func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: "\(home)/\(name)", withIntermediateDirectories: true)
        return "\(home)/\(name)"
    }

    /// Runs `acct` in a folder below the home; a shell goes there first.
    func acct(in folder: String, _ line: String, environment: [String: String?] = [:]) async throws -> Run {
        try await run(
            ["/bin/sh", "-c", "cd -P \"$0\" && exec \"$@\"", "\(home)/\(folder)", Products.acct]
                + line.split(separator: " ").map(String.init), environment: environment)
    }
}
