import Foundation
import HTTPTransport

/// Takes a secret from stdin: not from the command line, which every process of the machine can read.
enum SecretInput {
    /// One line, without its end. On a terminal it is asked for, and what is typed is not shown.
    static func line(_ question: String, _ services: Services) throws -> Secret {
        let line = services.terminal.inputIsTerminal ? try typedLine(question, services) : readLine()
        guard let line, !line.allSatisfy(\.isWhitespace) else {
            throw Failure(.usage, "There is no secret on stdin: pipe it in as one line, or type it when asked.")
        }
        return Secret(line)
    }

    private static func typedLine(_ question: String, _ services: Services) throws -> String? {
        guard services.prompter.canPrompt else {
            throw Failure(.usage, "Nobody may be asked for the secret: pipe it in on stdin, as one line.")
        }
        let bytes = try hiddenBytes(question, services)
        services.output.prompt("\n")
        guard bytes.last != HiddenTerminal.interrupt else {
            // The terminal is as it was, so Ctrl-C may mean what it means everywhere. Not `raise`: this thread is one of a
            // pool, which takes no signals.
            kill(getpid(), SIGINT)
            throw Failure(.cancelled, "Cancelled. Nothing was stored.")
        }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    private static func hiddenBytes(_ question: String, _ services: Services) throws -> [UInt8] {
        let terminal = try HiddenTerminal()
        // Not before: what is typed ahead would be shown.
        services.output.prompt(question)
        return terminal.line()
    }
}

/// The terminal on stdin while it shows nothing of what is typed.
private struct HiddenTerminal: ~Copyable {
    /// Ctrl-C.
    static let interrupt: UInt8 = 3
    private var before = termios()

    init() throws {
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw HiddenTerminal.failure }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // Ctrl-C ends the line instead of the process, which would leave the terminal mute.
        hidden.c_lflag &= ~tcflag_t(ISIG)
        withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = HiddenTerminal.interrupt }
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { throw HiddenTerminal.failure }
    }

    deinit {
        var before = before
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    }

    /// By `read`, which gives what the terminal takes for a line.
    func line() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    private static var failure: Failure {
        Failure(.failed, "The terminal cannot be kept from showing the secret: pipe it in on stdin instead.")
    }
}
