import AuthCore
import Foundation
import HTTPTransport

/// Opens a page in the person's browser, as Linux desktops do.
struct Browser: Sendable {
    private let command: [String]

    /// - Parameter command: what `--browser` says; else the first of `$BROWSER`'s colon separated alternatives that is
    ///   installed; else `xdg-open`.
    /// - Throws: `AuthError.browserUnavailable` when there is nothing to open a page with.
    init(command: String?, environment: Environment) throws(AuthError) {
        let alternatives = command.map { [$0] } ?? Browser.alternatives(environment["BROWSER"] ?? "")
        for alternative in alternatives {
            let words = alternative.split(separator: " ").map(String.init)
            guard let program = words.first else { continue }
            if let path = Browser.find(program, in: environment["PATH"] ?? "") {
                self.command = [path] + words.dropFirst()
                return
            }
        }
        let program = alternatives.first?.split(separator: " ").first
        throw .browserUnavailable(
            "There is no browser to open: \(program.map { "\($0) is not installed" } ?? "the command is empty").")
    }

    private static func alternatives(_ variable: String) -> [String] {
        variable.isEmpty ? ["xdg-open"] : variable.split(separator: ":").map(String.init)
    }

    /// Returns when the command has ended, which for some browsers is when their window is closed.
    ///
    /// - Throws: `AuthError.browserUnavailable` when it cannot be started or says that it failed.
    func open(_ url: String) async throws(AuthError) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = arguments(for: url)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (statuses, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = {
            continuation.yield($0.terminationStatus)
            continuation.finish()
        }
        do {
            try process.run()
        } catch {
            throw .browserUnavailable("\(command[0]) cannot be started (\(error.localizedDescription)).")
        }
        // A cancelled wait leaves the browser alone.
        guard let status = await statuses.first(where: { _ in true }), status != 0 else { return }
        throw .browserUnavailable("\(command[0]) could not open a page (status \(status)).")
    }

    /// The address takes the place of `%s`, or comes last.
    private func arguments(for url: String) -> [String] {
        let rest = command.dropFirst()
        guard rest.contains(where: { $0.contains("%s") }) else { return rest + [url] }
        return rest.map { $0.replacing("%s", with: url) }
    }

    private static func find(_ program: String, in path: String) -> String? {
        let candidates = program.contains("/") ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
