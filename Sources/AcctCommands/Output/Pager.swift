import Dispatch
import FoundationEssentials
import Glibc
import HTTPTransport
import Synchronization

/// A running pager: a program that shows text a screen at a time.
///
/// The pager shares the terminal and the signals of its keys with this process. This process must outlive it: a shell that
/// took the terminal back earlier would leave both of them on it. So a signal that would end the process ends the text
/// first, and ends the process when the pager has ended. Git does the same.
final class Pager: Sendable {
    enum Ending: Equatable {
        /// Read to the end, or quit by the person.
        case quit
        /// The shell could not run it. The text that it was given comes back.
        case neverRan(Data)
    }

    private struct State {
        var byteCount = 0
        /// All of the text; nil once there is more than a pipe holds, so that the pager must have read some.
        var unread: Data? = Data()
        var isFinishing = false
        var exitCode: Int32 = 0
        /// The signal that ends the process after the pager.
        var endingSignal: Int32?
        var watches: [Signals.Watch] = []
    }

    private let pipe: Int32
    /// Takes the place of the pipe when a signal ends the text.
    private let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    private let state = Mutex(State())
    private let hasEnded = DispatchSemaphore(value: 0)

    /// The bytes that a pipe holds before they are read (pipe(7)).
    private static let pipeCapacity = 64 << 10

    /// - Parameter onQuit: called, on another thread, when the person quits before the pager has got all the text.
    /// - Returns: nil when the system has no room for another process.
    init?(_ command: PagerCommand, onQuit: @escaping @Sendable () -> Void) {
        guard let process = PagerProcess(command) else { return nil }
        pipe = process.input
        let isStarted = DetachedThread.start { [self] in
            let code = process.waitForExit()
            if !isFinishing(after: code), !Self.isMissing(code) {
                // A signal that ended the pager ends this process as well.
                raiseEndingSignal()
                onQuit()
            }
            hasEnded.signal()
        }
        guard isStarted else {
            close(pipe)
            _ = process.waitForExit()
            return nil
        }
        watchSignals()
    }

    deinit { close(nowhere) }

    /// Waits until the pager has room.
    ///
    /// - Returns: how it ended, if it has.
    func write(_ bytes: Data) -> Ending? {
        state.withLock { state in
            if state.byteCount > Self.pipeCapacity { state.unread = nil }
            state.unread?.append(bytes)
            state.byteCount += bytes.count
        }
        return bytes.withUnsafeBytes { writeAll($0, to: pipe) } == nil ? nil : finish()
    }

    /// Ends the text, and waits until the person quits. To be called once.
    func finish() -> Ending {
        state.withLock { state in
            state.isFinishing = true
            close(pipe)
        }
        hasEnded.wait()
        raiseEndingSignal()
        let (code, unread) = state.withLock { ($0.exitCode, $0.unread) }
        guard Self.isMissing(code), let unread else { return .quit }
        return .neverRan(unread)
    }

    private func isFinishing(after exitCode: Int32) -> Bool {
        state.withLock { state in
            state.exitCode = exitCode
            return state.isFinishing
        }
    }

    private func watchSignals() {
        // SIGQUIT is a key of the pager's, and a closed pipe is seen when it is written to.
        let ignored = Signals.watch([SIGQUIT, SIGPIPE]) { _, _ in }
        // A signal that is watched already ends the text in that watch's way.
        let ending = Signals.watch([SIGINT, SIGTERM, SIGHUP].filter { !Signals.isWatched($0) }) { [self] in
            endText(by: $0, $1)
        }
        state.withLock { $0.watches = [ignored, ending].compactMap(\.self) }
    }

    /// Lets the pager see the end of the text. The number of the pipe stays taken: somebody may be writing to it.
    private func endText(by number: Int32, _ watch: Signals.Watch) {
        let isRepeated = state.withLock { state in
            // Behind the end of the text Ctrl-C is a key of the pager's.
            if number == SIGINT, state.isFinishing { return false }
            defer { state.endingSignal = number }
            if !state.isFinishing { dup2(nowhere, pipe) }
            return state.endingSignal == number && number != SIGINT
        }
        guard isRepeated else { return }
        // A person who asks for this twice does not want to wait.
        watch.end()
        Signals.raise(number)
    }

    private func raiseEndingSignal() {
        // The pager may have ended before the watch was called.
        Signals.deliverPending()
        let (watches, number) = state.withLock { ($0.watches, $0.endingSignal) }
        for watch in watches { watch.end() }
        if let number { Signals.raise(number) }
    }

    /// The shell's codes for a command that does not exist or cannot be executed (POSIX, Shell Command Language 2.8.2).
    private static func isMissing(_ exitCode: Int32) -> Bool { exitCode == 126 || exitCode == 127 }
}
