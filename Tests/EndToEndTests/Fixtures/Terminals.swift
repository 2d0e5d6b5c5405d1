import Foundation
import Synchronization
import Testing

/// A pseudo-terminal: a test reads its output and types keys.
final class PseudoTerminal: Sendable {
    let path: String
    private let descriptor: Int32
    /// `TIOCSPTLCK` and `TIOCGPTN`, macros that Swift does not see.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
    private let shown = Mutex(Data())

    init(columns: UInt16 = 100) throws {
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemError("/dev/ptmx") }
        var isLocked: Int32 = 0
        var number: Int32 = 0
        guard ioctl(descriptor, Self.setLock, &isLocked) == 0, ioctl(descriptor, Self.getNumber, &number) == 0
        else { throw SystemError("ioctl") }
        path = "/dev/pts/\(number)"
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    deinit {
        close(descriptor)
    }

    /// The output so far, without carriage returns.
    var text: String {
        shown.withLock { shown in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                shown += buffer[..<count].filter { $0 != UInt8(ascii: "\r") }
            }
            return String(decoding: shown, as: UTF8.self)
        }
    }

    /// `text` without control sequences for the cursor, colours and modes.
    var plainText: String { text.replacing(/\u{1B}(\[[0-9;?]*[a-zA-Z]|[=>])/, with: "") }

    /// Reads the terminal until the program ends: a full terminal would block it.
    ///
    /// - Returns: the exit code.
    func finish(_ child: Child, within limit: Duration = .seconds(60)) async throws -> Int32 {
        try await eventually("\(child.command) ends; it shows\n\(plainText)", within: limit) {
            _ = text
            return child.exitCode
        }
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}

/// A shell in a window of tmux, a terminal emulator from outside this project. A test reads its screen, presses keys
/// and changes its size.
struct Tmux: Sendable {
    private let workspace: Workspace
    private let environment: [String: String?]

    /// - Parameter environment: changes to the environment of the shell.
    static func run(
        in workspace: Workspace, columns: Int = 80, lines: Int = 24, environment: [String: String?] = [:],
        test: (Tmux) async throws -> Void
    ) async throws {
        let tmux = Tmux(
            workspace: workspace, environment: environment.merging(["TMUX_TMPDIR": workspace.folder]) { $1 })
        // In the foreground, so that the test can end tmux and the shell by process id.
        let server = try workspace.start(try tmux.command(["-D"]), environment: tmux.environment)
        try await withCleanup(server.stop) {
            try await tmux.begin(columns, lines)
            try await test(tmux)
        }
    }

    private func begin(_ columns: Int, _ lines: Int) async throws {
        // The prompt has the number of the next command, which tells it from the previous prompt.
        let shell = "PS1='\\# $ ' exec \(try Tool.bash.require()) --norc --noprofile -i"
        try await eventually("tmux listens") {
            let run = try await tmux(["-N", "new-session", "-d", "-x", "\(columns)", "-y", "\(lines)", shell])
            return run.status == 0
        }
        try await wait("the shell is there") { $0.last == "1 $" }
    }

    /// - Parameter keys: in the notation of tmux, such as `Enter`, `C-c`, `Down`.
    func press(_ keys: String...) async throws {
        try await succeed(["send-keys"] + keys)
    }

    /// Types a line into the shell and waits for its next prompt.
    ///
    /// - Parameter line: short enough for one line of the screen.
    /// - Returns: the output of the line.
    @discardableResult
    func enter(_ line: String) async throws -> [String] {
        let prompt = try await wait("a prompt is there") { Self.prompt($0) != nil }.last ?? ""
        try await type(line + "\n")
        return try await afterPrompt(prompt)
    }

    /// Waits for the prompt after this one.
    ///
    /// - Returns: the lines between the two prompts.
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

    /// Types the text literally.
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

    /// - Returns: the screen that meets the condition.
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
