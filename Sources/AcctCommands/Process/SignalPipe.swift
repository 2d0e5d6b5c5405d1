import Foundation

/// Turns the signals that concern a terminal into bytes to read, from `init` to `close`.
struct SignalPipe {
    /// To be polled; each byte is the number of a signal.
    var readEnd: Int32 { pipe.readEnd }
    private let pipe: SelfPipe
    private var before: [(number: Int32, action: sigaction)] = []
    private var maskBefore = sigset_t()

    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    private static let stopping = [SIGTSTP]
    private static let others = [SIGCONT, SIGWINCH]
    /// What stops a program that uses the terminal in the background. Threads of a pool hold all signals back, and
    /// with these held back it would use it all the same.
    private static let fromBackground = [SIGTTIN, SIGTTOU]

    static func isEnding(_ number: Int32) -> Bool { ending.contains(number) }

    init?() {
        guard let shared else { return nil }
        pipe = shared
        writeEnd = shared.writeEnd
        drain()
        maskBefore = SignalPipe.unblock(Self.ending + Self.stopping + Self.fromBackground)
        for number in Self.ending + Self.stopping + Self.others { watch(number) }
    }

    /// Everything as it was before.
    mutating func close() {
        for (number, action) in before {
            var action = action
            sigaction(number, &action, nil)
        }
        before = []
        pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
    }

    /// Nil when there is none to read.
    func next() -> Int32? { pipe.next().map(Int32.init) }

    /// Does to this process what the signal does; returns if that left it alive.
    ///
    /// To this thread, which then cannot go on before it has happened.
    static func raise(_ number: Int32) {
        var mask = unblock([number])
        _ = Foundation.raise(number)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// A signal that is ignored, such as under `nohup`, stays so.
    private mutating func watch(_ number: Int32) {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return }
        let old = action
        let ignores =
            unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        guard !ignores || Self.others.contains(number) else { return }
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = SA_RESTART
        sigfillset(&action.sa_mask)
        if sigaction(number, &action, nil) == 0 { before.append((number, old)) }
    }

    private func drain() {
        while next() != nil {}
    }

    /// - Returns: the mask before.
    private static func unblock(_ numbers: [Int32]) -> sigset_t {
        var (wanted, old) = (sigset_t(), sigset_t())
        sigemptyset(&wanted)
        for number in numbers { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_UNBLOCK, &wanted, &old)
        return old
    }
}

/// For the handler, which can capture nothing. A plain integer, so reading it runs no initializer.
nonisolated(unsafe) private var writeEnd: Int32 = -1

/// Made once, by the first that wants it.
private let shared = SelfPipe(waits: false)

private func noteSignal(_ number: Int32) { SelfPipe.post(UInt8(truncatingIfNeeded: number), to: writeEnd) }
