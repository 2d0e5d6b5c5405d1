import Foundation

/// The terminal that the process belongs to, while it gives every key at once and shows none by itself.
///
/// Whatever happens it is left as it was found: `leave` does so, and it goes at the latest with this object.
/// Everything that depends on the platform is here and in `SignalPipe`.
final class RawTerminal {
    enum Event {
        case bytes([UInt8])
        case signal(Int32)
        /// Nothing happened in the given time.
        case silence
        /// There is no terminal any more.
        case hangUp
    }

    private let input: Int32
    private let output: Int32
    private let isOurs: Bool
    private var before = termios()
    private var signals: SignalPipe?

    /// Of the paste that comes in brackets (xterm), so that its line ends are no Enter.
    private static let bracketsPaste = "\u{1B}[?2004h"
    private static let sendsPasteBare = "\u{1B}[?2004l"

    /// `/dev/tty`, which is there also within `$(…)`, else stdin and stderr; nil when none of them is a terminal.
    init?() {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        isOurs = descriptor >= 0
        (input, output) = isOurs ? (descriptor, descriptor) : (STDIN_FILENO, STDERR_FILENO)
        guard tcgetattr(input, &before) == 0, enter() else { return nil }
    }

    deinit {
        leave()
        if isOurs { close(input) }
    }

    /// - Returns: false, with nothing changed, when the terminal does not take it.
    private func enter() -> Bool {
        guard let pipe = SignalPipe() else { return false }
        signals = pipe
        guard makeRaw() else {
            leave()
            return false
        }
        write(Self.bracketsPaste)
        return true
    }

    /// Again after somebody else may have changed it.
    @discardableResult
    func makeRaw() -> Bool {
        var raw = before
        raw.c_iflag &= ~tcflag_t(IXON | INLCR | IGNCR)
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        // Ctrl-C and Ctrl-Z stay signals: those reach everything that runs in the foreground.
        raw.c_lflag |= tcflag_t(ISIG)
        withUnsafeMutableBytes(of: &raw.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
        // What was typed ahead is kept.
        return tcsetattr(input, TCSANOW, &raw) == 0
    }

    func leave() {
        guard signals != nil else { return }
        write(PickerScreen.erasing + Self.sendsPasteBare)
        tcsetattr(input, TCSANOW, &before)
        signals?.close()
        signals = nil
    }

    /// Gives the terminal back and stops, as Ctrl-Z asks for; returns when it goes on.
    func suspend() -> Bool {
        leave()
        SignalPipe.raise(SIGTSTP)
        return enter()
    }

    /// 80 by 24 where the terminal does not say.
    var size: PickerScreen.Size {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return PickerScreen.Size(columns: 80, lines: 24)
        }
        return PickerScreen.Size(columns: Int(size.ws_col), lines: Int(size.ws_row))
    }

    /// In one piece, if the terminal takes it.
    func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
            guard written > 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(0, written))
        }
    }

    /// - Parameter milliseconds: how long to wait; -1 for as long as it takes.
    func next(within milliseconds: Int32) -> Event {
        while let signals {
            var polled = [
                pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, milliseconds)
            if count == 0 { return .silence }
            if let number = signals.next() { return .signal(number) }
            if count > 0, polled[1].revents != 0 {
                if let event = readInput() { return event }
            } else if count < 0, errno != EINTR {
                return .hangUp
            }
        }
        return .hangUp
    }

    /// Nil when there was nothing after all. A terminal that is gone reads as its end or as an error.
    private func readInput() -> Event? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(input, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? nil : .hangUp
    }
}
