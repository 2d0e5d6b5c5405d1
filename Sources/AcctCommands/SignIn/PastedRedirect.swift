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
        var question = problem.map(question(after:)) ?? question(about: url)
        while true {
            switch read(question) {
            case .line(let line) where line.allSatisfy(\.isWhitespace): question = "Paste the address of that page: "
            case .line(let line): return line
            case .end: return nil
            case .timedOut:
                prompter.output.prompt("\n")
                throw .redirect(.timedOut(seconds: Int(timeout.components.seconds)))
            }
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
    private func read(_ question: String) -> TerminalLine.Outcome {
        if let typed = TerminalLine(prompter: prompter, deadline: deadline).read(question) { return typed }
        prompter.output.prompt(question)
        return readStream()
    }

    /// A line from a file or a pipe. Not a byte more is read: the next line is for the next question.
    private func readStream() -> TerminalLine.Outcome {
        var bytes: [UInt8] = []
        while bytes.count < LineEditor.limit {
            var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let count = poll(&polled, 1, deadline.millisecondsLeft)
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
}

extension RedirectProblem {
    fileprivate var sentenceAboutPaste: String {
        switch self {
        case .wrongState: "This address belongs to another sign-in."
        case .timedOut, .wrongIssuer, .missingCode, .missingConsent:
            "This is not the address at which the sign-in ended."
        }
    }
}
