import Glibc
import HTTPTransport

/// A secret from stdin. The command line is no place for one: every process of the machine can read it.
enum SecretInput {
    /// A line, without its end. On a terminal the person is prompted, and the typed text is not shown.
    static func line(_ question: String, _ prompter: Prompter) throws -> Secret {
        let line = prompter.terminal.inputIsTerminal ? try typedLine(question, prompter) : readLine()
        guard let line, !line.allSatisfy(\.isWhitespace) else {
            throw Failure.noSecret
        }
        return Secret(line)
    }

    private static func typedLine(_ question: String, _ prompter: Prompter) throws -> String? {
        guard prompter.canPrompt else {
            throw Failure.secretPromptForbidden
        }
        var bytes = try hiddenBytes(question, prompter)
        prompter.output.prompt("\n")
        guard bytes.last != HiddenTerminal.interrupt else {
            // The terminal is restored, so Ctrl-C can do what it always does. Not `raise`: this thread belongs to a pool,
            // whose threads block signals.
            kill(getpid(), SIGINT)
            throw Failure.secretCancelled
        }
        while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hiddenBytes(_ question: String, _ prompter: Prompter) throws -> [UInt8] {
        let terminal = try HiddenTerminal()
        // The question comes after echo is off: an answer typed earlier would be shown.
        prompter.output.prompt(question)
        return terminal.line()
    }
}

/// The terminal on stdin, without echo for the lifetime of this value. A signal that ends the process restores it first.
private struct HiddenTerminal: ~Copyable {
    /// Ctrl-C.
    static let interrupt: UInt8 = 3
    private var before = termios()
    private var watch: Signals.Watch?

    init() throws {
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw Self.failure }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // Ctrl-C ends the line instead of the process, which would leave the terminal without echo.
        hidden.c_lflag &= ~tcflag_t(ISIG)
        withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = Self.interrupt }
        watch = Signals.watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { [before] number, watch in
            var before = before
            // What is typed of the secret must not become input of the shell.
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            watch.end()
            Signals.raise(number)
        }
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
            watch?.end()
            throw Self.failure
        }
    }

    deinit {
        var before = before
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
        watch?.end()
    }

    /// The bytes of one line. `read` returns at the end of a line, which includes Ctrl-C here; `readLine` would wait for
    /// a line feed.
    func line() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    private static var failure: Failure {
        Failure.secretNotHidden
    }
}
