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
        set(SIGINT, to: endText)
        // Whoever asks for this twice does not want to wait.
        for number in [SIGTERM, SIGHUP] { set(number, to: endText, onceOnly: true) }
    }

    /// There is no more text: in a pager Ctrl-C has other uses.
    mutating func textHasEnded() {
        textEnd = -1
        set(SIGINT, to: SIG_IGN)
    }

    /// Everything as it was before; ends the process if that was asked for.
    mutating func end() {
        for (number, action) in before.reversed() {
            var action = action
            sigaction(number, &action, nil)
        }
        before = []
        close(nowhere)
        if kept != 0 { SignalPipe.raise(kept) }
    }

    /// A signal that is ignored stays so.
    private mutating func set(
        _ number: Int32, to handler: @escaping @convention(c) (Int32) -> Void, onceOnly: Bool = false
    ) {
        var (action, old) = (sigaction(), sigaction())
        guard sigaction(number, nil, &old) == 0, !old.__sigaction_handler.sa_handler.isIgnoring else { return }
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART | (onceOnly ? Int32(bitPattern: UInt32(SA_RESETHAND)) : 0)
        if sigaction(number, &action, nil) == 0 { before.append((number, old)) }
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
