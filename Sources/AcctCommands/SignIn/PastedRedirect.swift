import AuthCore
import Glibc
import HTTPTransport

/// Asks for the address at which the browser of a sign-in ends, where its redirect cannot reach this machine.
struct PastedRedirect: Sendable {
    private let redirectURI: RedirectURI
    private let timeout: Duration
    private let deadline: ContinuousClock.Instant
    private let prompter: Prompter

    /// - Parameter timeout: the time limit for all attempts together, from now on.
    init(redirectURI: RedirectURI, timeout: Duration, prompter: Prompter) {
        self.redirectURI = redirectURI
        self.timeout = timeout
        deadline = .now.advanced(by: timeout)
        self.prompter = prompter
    }

    /// - Parameters:
    ///   - url: the sign-in page.
    ///   - problem: of the text that was pasted before; nil for the first time.
    /// - Returns: nil where the input has ended.
    /// - Throws: `AuthError.redirect(.timedOut)`.
    func address(after url: String, because problem: RedirectProblem?) throws(AuthError) -> String? {
        switch read(problem.map(question(after:)) ?? question(about: url)) {
        case .line(let line): return line
        case .end: return nil
        case .timedOut:
            prompter.output.prompt("\n")
            throw .redirect(.timedOut(seconds: Int(timeout.components.seconds)))
        }
    }

    private func question(about url: String) -> String {
        let end = redirectURI.isLoopback ? "a page that it cannot load" : redirectURI.text
        return """
            Open this address in any browser and sign in:

            \(url)

            The browser ends at \(end). Paste the address of that page: 
            """
    }

    private func question(after problem: RedirectProblem) -> String {
        """
        \(problem.sentenceAboutPaste)
        Paste the whole address from the address bar of the browser: 
        """
    }
}

extension PastedRedirect {
    private enum Outcome { case line(String), end, timedOut }

    private func read(_ question: String) -> Outcome {
        prompter.output.prompt(question)
        guard prompter.terminal.isInteractive, let terminal = RawTerminal(for: .line) else { return readStream() }
        let outcome = read(question, on: terminal)
        terminal.leave()
        return outcome
    }

    /// A line from the keyboard or the clipboard. The kernel's own line editing cuts a line at 4,095 bytes (termios(3)),
    /// and an authorization code can be longer.
    private func read(_ question: String, on terminal: RawTerminal) -> Outcome {
        var editor = LineEditor()
        while true {
            switch terminal.next(within: millisecondsLeft) {
            case .bytes(let bytes):
                for byte in bytes {
                    let step = editor.take(byte)
                    terminal.write(step.echo)
                    if let end = step.end { return end == .line ? .line(editor.text) : .end }
                }
            case .signal(SIGTSTP):
                guard terminal.suspend() else { return .end }
                terminal.write(question.safeForTerminal + editor.text)
            case .signal(SIGCONT): terminal.makeRaw()
            case .signal(SIGWINCH): break
            case .signal(let number):
                terminal.leave()
                prompter.output.prompt("\n")
                Signals.raise(number)
                // The signal is ignored.
                return .end
            case .timeout: return .timedOut
            case .hangUp: return .end
            }
        }
    }

    /// A line from a file or a pipe. Not a byte more is read: the next line is for the next question.
    private func readStream() -> Outcome {
        var bytes: [UInt8] = []
        while bytes.count < LineEditor.limit {
            var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let count = poll(&polled, 1, millisecondsLeft)
            if count == 0 { return .timedOut }
            if count < 0, errno == EINTR { continue }
            guard count > 0, let byte = readSome(from: STDIN_FILENO, upTo: 1)?.first else {
                return bytes.isEmpty ? .end : .line(String(decoding: bytes, as: UTF8.self))
            }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        return .line(String(decoding: bytes, as: UTF8.self))
    }

    private var millisecondsLeft: Int32 {
        let left = ContinuousClock.now.duration(to: deadline)
        return left > .zero
            ? Int32(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
            : 0
    }
}

extension RedirectProblem {
    fileprivate var sentenceAboutPaste: String {
        switch self {
        case .wrongState: "This address belongs to another sign-in."
        case .timedOut, .missingCode, .missingConsent: "This is not the address at which the sign-in ended."
        }
    }
}
