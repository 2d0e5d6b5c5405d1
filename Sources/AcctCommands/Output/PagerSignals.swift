import Foundation

/// What signals do to this process while a pager has the terminal, from `begin` to `end`.
///
/// One that would end the process first ends the text, so that the pager has no more to wait for, and ends the process
/// when the pager has ended: a shell that took the terminal back before would leave both of them on it. Git does so too.
struct PagerSignals {
    private var before: [(number: Int32, action: sigaction)] = []

    /// - Parameter pipe: what the pager reads from.
    mutating func begin(endingTextOf pipe: Int32) {
        textEnd = pipe
        nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        for number in [SIGQUIT, SIGPIPE] { set(number, to: SIG_IGN) }
        // Whoever watches for one of these already ends the text in their own way.
        if hasDefault(SIGINT) { set(SIGINT, to: endText) }
        // Whoever asks for this twice does not want to wait.
        for number in [SIGTERM, SIGHUP] where hasDefault(number) { set(number, to: endText, onceOnly: true) }
    }

    /// There is no more text: in a pager Ctrl-C has other uses.
    mutating func textHasEnded() {
        textEnd = -1
        if before.contains(where: { $0.number == SIGINT }) { set(SIGINT, to: SIG_IGN) }
    }

    /// Everything as it was before; ends the process if that was asked for.
    mutating func end() {
        for (number, action) in before.reversed() {
            var action = action
            sigaction(number, &action, nil)
        }
        before = []
        close(nowhere)
        PagerSignals.endIfAsked()
    }

    /// Ends the process by the signal that came meanwhile.
    static func endIfAsked() {
        guard let asked = kept != 0 ? kept : undelivered else { return }
        signal(asked, SIG_DFL)
        SignalPipe.raise(asked)
    }

    /// One that has come to the process and not yet to a thread: on a busy machine this one may exit before.
    private static var undelivered: Int32? {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGTERM, SIGHUP].first { sigismember(&pending, $0) == 1 }
    }

    private func hasDefault(_ number: Int32) -> Bool {
        var action = sigaction()
        return sigaction(number, nil, &action) == 0
            && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_DFL, to: Int.self)
    }

    private mutating func set(
        _ number: Int32, to handler: @escaping @convention(c) (Int32) -> Void, onceOnly: Bool = false
    ) {
        var (action, old) = (sigaction(), sigaction())
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART | (onceOnly ? Int32(bitPattern: UInt32(SA_RESETHAND)) : 0)
        if sigaction(number, &action, &old) == 0 { before.append((number, old)) }
    }
}

/// For the handler, which can capture nothing. Plain integers, so reading them runs no initializer.
nonisolated(unsafe) private var kept: Int32 = 0
nonisolated(unsafe) private var textEnd: Int32 = -1
nonisolated(unsafe) private var nowhere: Int32 = -1

/// Only what signal-safety(7) allows. The number of the pipe stays taken: somebody may be writing to it.
private func endText(_ number: Int32) {
    let code = errno
    kept = number
    if textEnd >= 0, nowhere >= 0 { dup2(nowhere, textEnd) }
    errno = code
}
