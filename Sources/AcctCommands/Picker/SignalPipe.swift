import Foundation

/// Turns the signals that concern a terminal into bytes to read, from `open` to `close`.
///
/// In a signal handler hardly anything is allowed; writing to a pipe is (signal-safety(7)).
struct SignalPipe {
    /// To be polled; each byte is the number of a signal.
    let readEnd: Int32
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
        guard let ends = pipeEnds else { return nil }
        readEnd = ends.read
        writeEnd = ends.write
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
    func next() -> Int32? {
        var byte: UInt8 = 0
        return read(readEnd, &byte, 1) == 1 ? Int32(byte) : nil
    }

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

/// Made once and never closed: a handler on another thread may be about to write.
private let pipeEnds: (read: Int32, write: Int32)? = {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        // A full pipe must not hold the handler up.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
}()

private func noteSignal(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writeEnd, &byte, 1)
    errno = code
}
