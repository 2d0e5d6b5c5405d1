import AuthCore
import Glibc
import HTTPTransport

/// The person's browser, found as Linux desktops find it.
struct Browser: Sendable {
    private let command: [String]
    private let environment: Environment

    /// - Parameter command: the value of `--browser`, or the profile's; nil for the first of `$BROWSER`'s colon separated
    ///   alternatives that is installed or, without that variable, `xdg-open`.
    /// - Throws: `AuthError.browserUnavailable` when none is installed.
    init(command: String?, environment: Environment) throws(AuthError) {
        self.environment = environment
        let named = environment["BROWSER"]?.split(separator: ":").map(String.init)
        let alternatives = command.map { [$0] } ?? named ?? ["xdg-open"]
        for alternative in alternatives {
            guard let words = BrowserCommand(alternative)?.words, let program = words.first else { continue }
            // A program of the current directory, where an entry of PATH is relative, is not the person's browser.
            let path = try? ProgramPath.find(program, in: environment) { !$0.hasPrefix("/") }
            if let path {
                self.command = [path] + words.dropFirst()
                return
            }
        }
        let program = alternatives.first.flatMap(BrowserCommand.init)?.words.first
        throw .browserUnavailable(
            "No browser can be opened: \(program.map { "\($0) is not installed" } ?? "the command is empty").")
    }

    /// Opens the page and returns when the command has ended. Some browsers end when their window is closed. A cancelled task
    /// leaves the browser open.
    ///
    /// - Throws: `AuthError.browserUnavailable` when the command cannot be started or fails.
    func open(_ url: String) async throws(AuthError) {
        let process = try start(url)
        try requireSuccess(await process.exitCode())
    }

    /// Opens the page and returns once it should be open: when the command has ended, and after two seconds where it is still
    /// running.
    ///
    /// - Throws: `AuthError.browserUnavailable` when the command cannot be started or fails within that time.
    func show(_ url: String) async throws(AuthError) {
        let process = try start(url)
        try requireSuccess(await process.exitCode(until: .now + Self.timeToShow))
    }

    /// The end of a command that opens a page.
    enum Opening {
        case opened
        /// - Parameter isLate: whether the page was taken to be open before.
        case failed(AuthError, isLate: Bool)
    }

    /// Opens the page and returns when the command has ended. Calls `shown` once the page should be open: when the command
    /// has ended well, and after two seconds where it is still running.
    func open(_ url: String, shown: () -> Void) async -> Opening {
        var isShown = false
        do throws(AuthError) {
            let process = try start(url)
            let status = await process.exitCode(until: .now + Self.timeToShow)
            try requireSuccess(status)
            guard !Task.isCancelled else { return .opened }
            shown()
            isShown = true
            if status == nil { try requireSuccess(await process.exitCode()) }
            return .opened
        } catch {
            return .failed(error, isLate: isShown)
        }
    }

    private static let timeToShow = Duration.seconds(2)

    private func start(_ url: String) throws(AuthError) -> ChildProcess {
        // Some launchers are scripts that pass the address on to a shell.
        guard try ServerText.isSafeToOpen(url, hasParameters: true) else {
            throw .browserUnavailable("The address is not one to open.")
        }
        do throws(ChildProcess.StartError) {
            return try ChildProcess(
                path: command[0], arguments: arguments(for: url), environment: environment.all, input: nil,
                isSilent: true, group: .own)
        } catch {
            throw .browserUnavailable("\(command[0]) cannot be started (\(String(cString: strerror(error.code)))).")
        }
    }

    /// - Parameter status: nil while the command runs.
    private func requireSuccess(_ status: Int32?) throws(AuthError) {
        guard let status, status != 0 else { return }
        throw .browserUnavailable("\(command[0]) could not open a page (status \(status)).")
    }

    /// The address replaces `%s`, or is appended.
    private func arguments(for url: String) -> [String] {
        let words = command.dropFirst()
        guard words.contains(where: { $0.contains("%s") }) else { return words + [url] }
        return words.map { $0.replacing("%s", with: url) }
    }
}
