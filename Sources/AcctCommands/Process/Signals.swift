import Dispatch
import Glibc
import HTTPTransport
import Synchronization

/// The signals that this process handles itself.
///
/// A signal handler may call hardly any function (signal-safety(7)). The only one here writes the signal's number to a
/// pipe. A thread reads the pipe and calls the code that watches for that signal; where several do, the watch that began
/// last.
enum Signals {
    typealias Action = @Sendable (_ number: Int32, _ watch: Watch) -> Void

    /// Signals that call a function instead of ending or stopping the process.
    final class Watch: Sendable {
        fileprivate let numbers: [Int32]
        fileprivate let action: Action

        fileprivate init(_ numbers: [Int32], _ action: @escaping Action) {
            self.numbers = numbers
            self.action = action
        }

        /// Gives the signals back to the watch before this one, or lets them do what they do by themselves.
        func end() { state.withLock { $0.end(self) } }
    }

    /// Has `action` called for these signals, on the thread that reads the pipe, until the watch ends.
    ///
    /// An action that wants the signal to do what it does by itself ends the watch and raises the signal again. A
    /// signal that is ignored, such as SIGHUP under `nohup`, stays ignored.
    ///
    /// - Returns: nil when the system has no room for a pipe or a thread.
    static func watch(_ numbers: [Int32], action: @escaping Action) -> Watch? {
        guard listener != nil else { return nil }
        return state.withLock { state in
            let watch = Watch(numbers.filter { state.handle($0) }, action)
            state.watches.append(watch)
            return watch
        }
    }

    static func isWatched(_ number: Int32) -> Bool { state.withLock { $0.latest(for: number) != nil } }

    /// Does what the signal does to this process, before this function returns: the latest watch's action, or the system's.
    static func raise(_ number: Int32) {
        if let watch = state.withLock({ $0.latest(for: number) }) { return watch.action(number, watch) }
        // Sent to this thread, which otherwise could go on before another thread is chosen for it.
        let mask = unblock([number])
        _ = Glibc.raise(number)
        restoreMask(mask)
    }

    /// Waits until the watches know of every signal that has come so far.
    static func deliverPending() {
        guard let listener else { return }
        // A pending signal that no other thread accepts is handled by this one.
        restoreMask(unblock(state.withLock { Array($0.previous.keys) }))
        let isDelivered = DispatchSemaphore(value: 0)
        state.withLock { $0.waiting.append(isDelivered) }
        listener.post(marker)
        isDelivered.wait()
    }

    /// A write to a pipe without a reader then fails with EPIPE instead of ending the process.
    static func ignoreBrokenPipes() {
        let before = signal(SIGPIPE, SIG_IGN)
        // A second call finds what the first one set.
        guard unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { return }
        ignoresBrokenPipes.store(true, ordering: .relaxed)
    }

    /// Undoes ``ignoreBrokenPipes()``, for a program that takes the place of this one: it inherits what is ignored.
    static func restoreBrokenPipes() {
        if ignoresBrokenPipes.exchange(false, ordering: .relaxed) { signal(SIGPIPE, SIG_DFL) }
    }

    /// Whether SIGPIPE was not ignored before this process began to.
    private static let ignoresBrokenPipes = Atomic(false)

    /// Lets these signals be delivered to this thread. Threads of libdispatch's pool block all of them.
    ///
    /// - Returns: the mask to restore.
    static func unblock(_ numbers: [Int32]) -> sigset_t {
        var (wanted, before) = (sigset_t(), sigset_t())
        sigemptyset(&wanted)
        for number in numbers { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
        return before
    }

    static func restoreMask(_ mask: sigset_t) {
        var mask = mask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    private struct State {
        /// In the order in which they began.
        var watches: [Watch] = []
        /// The actions of the signals before the first watch.
        var previous: [Int32: sigaction] = [:]
        /// The callers that wait in `deliverPending`.
        var waiting: [DispatchSemaphore] = []

        func latest(for number: Int32) -> Watch? { watches.last { $0.numbers.contains(number) } }

        /// - Returns: false for a signal that is ignored.
        mutating func handle(_ number: Int32) -> Bool {
            if previous[number] != nil { return true }
            var (before, action) = (sigaction(), sigaction())
            guard sigaction(number, nil, &before) == 0, !before.isIgnored else { return false }
            action.__sigaction_handler.sa_handler = postToListener
            action.sa_flags = SA_RESTART
            previous[number] = before
            return sigaction(number, &action, nil) == 0
        }

        mutating func end(_ watch: Watch) {
            watches.removeAll { $0 === watch }
            for number in watch.numbers where latest(for: number) == nil {
                guard var before = previous.removeValue(forKey: number) else { continue }
                sigaction(number, &before, nil)
            }
        }
    }

    private static let state = Mutex(State())

    /// In the pipe beside the numbers of signals.
    private static let marker: UInt8 = 0

    /// The pipe, with a thread that reads it; made for the first watch.
    private static let listener: SelfPipe? = {
        guard let pipe = SelfPipe(waits: true) else { return nil }
        writeEnd = pipe.writeEnd
        return DetachedThread.start { while true { if let byte = pipe.next() { dispatch(byte) } } } ? pipe : nil
    }()

    private static func dispatch(_ byte: UInt8) {
        if byte == marker {
            state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.signal()
        } else {
            raise(Int32(byte))
        }
    }
}

extension sigaction {
    /// Whether the action is `SIG_IGN`, which is a number and no function.
    fileprivate var isIgnored: Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// For the handler, which can capture nothing. A plain integer, so reading it runs no initializer.
nonisolated(unsafe) private var writeEnd: Int32 = -1

private func postToListener(_ number: Int32) {
    let code = errno
    SelfPipe.post(UInt8(truncatingIfNeeded: number), to: writeEnd)
    errno = code
}

/// A pipe that leads back into this process, to wake what waits for it.
///
/// Never closed: a handler on another thread may be about to write.
struct SelfPipe: Sendable {
    let readEnd: Int32
    fileprivate let writeEnd: Int32

    /// - Parameter waits: whether ``next()`` waits until there is a byte.
    /// - Returns: nil when the process may not open another file.
    init?(waits: Bool) {
        guard let pipe = openPipe() else { return nil }
        (readEnd, writeEnd) = pipe
        // A full pipe must not hold a handler up.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        if !waits { _ = fcntl(readEnd, F_SETFL, O_NONBLOCK) }
    }

    /// Nil when there is none, or a signal interrupted the reading.
    func next() -> UInt8? {
        var byte: UInt8 = 0
        return read(readEnd, &byte, 1) == 1 ? byte : nil
    }

    func post(_ byte: UInt8) { Self.post(byte, to: writeEnd) }

    fileprivate static func post(_ byte: UInt8, to descriptor: Int32) {
        var byte = byte
        _ = write(descriptor, &byte, 1)
    }
}
