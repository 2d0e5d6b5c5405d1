import Foundation
import Testing

/// A shell in a window of tmux, which is a terminal that nobody here wrote: what it shows can be read as a person sees
/// it, keys be pressed and its size be changed.
struct Tmux: Sendable {
    private let workspace: Workspace
    private let environment: [String: String?]

    /// - Parameter environment: changes to what the shell and its programs get.
    static func run(
        in workspace: Workspace, columns: Int = 80, lines: Int = 24, environment: [String: String?] = [:],
        test: (Tmux) async throws -> Void
    ) async throws {
        let tmux = Tmux(
            workspace: workspace, environment: environment.merging(["TMUX_TMPDIR": workspace.folder]) { $1 })
        // Not as a daemon: a child can be ended by its id, and its shell ends with it.
        let server = try workspace.start(try tmux.command(["-D"]), environment: tmux.environment)
        do {
            try await tmux.begin(columns, lines)
            try await test(tmux)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func begin(_ columns: Int, _ lines: Int) async throws {
        // With the number of the next command, so that a new prompt can be told from the one before.
        let shell = "PS1='\\# $ ' exec \(try Tool.bash.require()) --norc --noprofile -i"
        _ = try await eventually("tmux listens") {
            let run = try await tmux(["-N", "new-session", "-d", "-x", "\(columns)", "-y", "\(lines)", shell])
            return run.status == 0 ? true : nil
        }
        try await wait("the shell is there") { $0.last == "1 $" }
    }

    /// As tmux calls them, such as `Enter`, `C-c`, `Down`.
    func press(_ keys: String...) async throws {
        try await succeed(["send-keys"] + keys)
    }

    /// Types a line into the shell and waits for its next prompt.
    ///
    /// - Parameter line: short enough for one line of the screen.
    /// - Returns: what the line printed.
    @discardableResult
    func enter(_ line: String) async throws -> [String] {
        let prompt = try await wait("a prompt is there") { Self.prompt($0) != nil }.last ?? ""
        try await type(line + "\n")
        return try await afterPrompt(prompt)
    }

    /// Waits for the prompt after this one.
    ///
    /// - Returns: what stands between the two.
    func afterPrompt(_ prompt: String) async throws -> [String] {
        let screen = try await wait("the prompt after \(prompt)") { screen in
            Self.prompt(screen) != nil && screen.last != prompt
        }
        let start = screen.lastIndex { $0.hasPrefix(prompt) } ?? -1
        return Array(screen[(start + 1)...].dropLast())
    }

    private static func prompt(_ screen: [String]) -> String? {
        screen.last?.wholeMatch(of: /[0-9]+ \$/).map { String($0.output) }
    }

    /// As it is, character by character.
    func type(_ text: String) async throws {
        try await succeed(["send-keys", "-l", text])
    }

    func resize(columns: Int, lines: Int) async throws {
        try await succeed(["resize-window", "-x", "\(columns)", "-y", "\(lines)"])
    }

    /// The lines of the screen, without spaces at the ends and empty lines below.
    func screen() async throws -> [String] {
        var lines = try await succeed(["capture-pane", "-p"]).text.components(separatedBy: "\n")
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// - Returns: the screen that was waited for.
    @discardableResult
    func wait(_ what: String, until condition: ([String]) -> Bool) async throws -> [String] {
        var last: [String] = []
        return try await eventually("\(what); the screen is\n\(last.joined(separator: "\n"))\n") {
            last = try await screen()
            return condition(last) ? last : nil
        }
    }

    @discardableResult
    private func succeed(_ arguments: [String]) async throws -> Run {
        let run = try await tmux(arguments)
        try #require(run.status == 0, "\(run)")
        return run
    }

    private func tmux(_ arguments: [String]) async throws -> Run {
        try await workspace.run(try command(arguments), environment: environment)
    }

    private func command(_ arguments: [String]) throws -> [String] {
        [try Tool.tmux.require(), "-u", "-L", "acct", "-f", "/dev/null"] + arguments
    }
}
