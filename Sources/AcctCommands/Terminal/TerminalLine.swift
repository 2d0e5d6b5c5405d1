import Glibc

/// A line that a person types on the terminal or pastes.
///
/// The kernel's own line editing cuts a line at 4,095 bytes (termios(3)), and a secret or an authorization code can be
/// longer.
struct TerminalLine {
    enum Outcome { case line(String), end, timedOut }

    let prompter: Prompter
    /// False for a secret. Text that was typed before the question was shown, and is discarded.
    var echoes = true
    /// Nil to wait without a limit.
    var deadline: ContinuousClock.Instant?

    /// - Returns: nil where the terminal does not take the mode that hides keys. The question was not shown then.
    func read(_ question: String) -> Outcome? {
        // The mode comes before the question: a key that is typed at once counts.
        guard prompter.terminal.isInteractive, let terminal = RawTerminal(on: .standardStreams) else { return nil }
        discardHiddenInput()
        prompter.output.prompt(question)
        let outcome = read(question, on: terminal)
        leave(terminal)
        return outcome
    }

    private func read(_ question: String, on terminal: RawTerminal) -> Outcome {
        var editor = LineEditor(echoes: echoes)
        while true {
            switch terminal.next(within: deadline?.millisecondsLeft ?? -1) {
            case .bytes(let bytes):
                for byte in bytes {
                    let step = editor.take(byte)
                    terminal.write(step.echo)
                    if let end = step.end { return end == .line ? .line(editor.text) : .end }
                }
            case .signal(SIGTSTP):
                discardHiddenInput()
                guard terminal.suspend() else { return .end }
                terminal.write(question.safeForTerminal + (echoes ? editor.text : ""))
            case .signal(SIGCONT): terminal.makeRaw()
            case .signal(SIGWINCH): break
            case .signal(let number):
                leave(terminal)
                prompter.output.prompt("\n")
                Signals.raise(number)
                // The signal is ignored.
                return .end
            case .timeout: return .timedOut
            case .hangUp: return .end
            }
        }
    }

    private func leave(_ terminal: RawTerminal) {
        discardHiddenInput()
        terminal.leave()
    }

    /// The part of a secret that was typed and not read yet must not become input of the shell.
    private func discardHiddenInput() {
        if !echoes { prompter.terminal.discardTypedInput() }
    }
}

extension ContinuousClock.Instant {
    /// At least 1 before the instant, and 0 after it.
    var millisecondsLeft: Int32 {
        let left = ContinuousClock.now.duration(to: self)
        return left > .zero
            ? Int32(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
            : 0
    }
}
