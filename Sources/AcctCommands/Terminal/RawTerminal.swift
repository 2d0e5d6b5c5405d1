import Glibc

/// The terminal of the process in raw mode: every key arrives at once, and none is echoed.
///
/// The terminal is left as it was found: by `leave`, or at the latest when this object goes.
final class RawTerminal {
    enum Event {
        case bytes([UInt8])
        case signal(Int32)
        case timeout
        /// The terminal is gone.
        case hangUp
    }

    enum Device {
        /// `/dev/tty`, which exists within `$(…)` too, or else stdin and stderr.
        case controllingTerminal
        /// stdin and stderr.
        case standardStreams
    }

    private let input: Int32
    private let output: Int32
    private let isOurs: Bool
    private var before = termios()
    private var watch: Signals.Watch?
    private var maskBefore = sigset_t()

    /// The numbers of signals, to be polled beside the keys. Never closed, so made once.
    private static let signals = SelfPipe(waits: false)

    private static let stopping = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    /// The signals that stop a program that uses the terminal in the background. A thread that blocks them, as those of
    /// a pool do, would use it all the same.
    private static let fromBackground = [SIGTTIN, SIGTTOU]

    /// Nil when the device is no terminal.
    init?(on device: Device) {
        let descriptor = device == .controllingTerminal ? open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) : -1
        isOurs = descriptor >= 0
        (input, output) = isOurs ? (descriptor, descriptor) : (STDIN_FILENO, STDERR_FILENO)
        guard tcgetattr(input, &before) == 0, enter() else { return nil }
    }

    deinit {
        leave()
        if isOurs { close(input) }
    }

    /// - Returns: false, with nothing changed, when the terminal does not take the mode.
    private func enter() -> Bool {
        guard let signals = Self.signals else { return false }
        while signals.next() != nil {}
        watch = Signals.watch(Self.stopping + [SIGCONT, SIGWINCH]) { number, _ in
            signals.post(UInt8(truncatingIfNeeded: number))
        }
        guard watch != nil else { return false }
        maskBefore = Signals.unblock(Self.stopping + Self.fromBackground)
        guard makeRaw() else {
            leave()
            return false
        }
        return true
    }

    /// Sets the raw mode. To be called again after another program may have changed it.
    @discardableResult
    func makeRaw() -> Bool {
        var raw = before
        raw.c_iflag &= ~tcflag_t(IXON | INLCR | IGNCR)
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        // Ctrl-C and Ctrl-Z stay signals: those reach everything that runs in the foreground.
        raw.c_lflag |= tcflag_t(ISIG)
        withUnsafeMutableBytes(of: &raw.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
        // TCSANOW keeps the keys that were typed ahead.
        return tcsetattr(input, TCSANOW, &raw) == 0
    }

    func leave() {
        guard let watch else { return }
        tcsetattr(input, TCSANOW, &before)
        watch.end()
        self.watch = nil
        Signals.restoreMask(maskBefore)
    }

    /// Gives the terminal back and stops the process, as Ctrl-Z asks for. Returns when the process continues.
    ///
    /// - Returns: false when the terminal is gone.
    func suspend() -> Bool {
        leave()
        Signals.raise(SIGTSTP)
        return enter()
    }

    /// 80 by 24 where the terminal does not say.
    var size: TerminalSize {
        TerminalSize(of: output).flatMap { $0.lines > 0 ? $0 : nil } ?? TerminalSize(columns: 80, lines: 24)
    }

    func write(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { writeAll($0, to: output) }
    }

    /// Waits for keys or a signal.
    ///
    /// - Parameter milliseconds: the longest wait; -1 for no limit.
    func next(within milliseconds: Int32) -> Event {
        while let signals = Self.signals, watch != nil {
            var polled = [
                pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, milliseconds)
            // `signals.next()` sets errno anew.
            let isInterrupted = count < 0 && errno == EINTR
            if count == 0 { return .timeout }
            if let number = signals.next() { return .signal(Int32(number)) }
            if count > 0, polled[1].revents != 0 {
                if let event = readInput() { return event }
            } else if count < 0, !isInterrupted {
                return .hangUp
            }
        }
        return .hangUp
    }

    /// Nil when there was nothing to read after all. A terminal that is gone reads as its end or as an error.
    private func readInput() -> Event? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(input, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? nil : .hangUp
    }
}

/// The size of a terminal in characters.
struct TerminalSize: Hashable, Sendable {
    var columns, lines: Int
}

extension TerminalSize {
    /// Nil for a file that is not a terminal, and for a terminal that does not know its width. The lines can be 0.
    init?(of descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        self.init(columns: Int(size.ws_col), lines: Int(size.ws_row))
    }
}
