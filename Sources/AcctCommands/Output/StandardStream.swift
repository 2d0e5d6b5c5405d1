import FoundationEssentials
import Glibc
import Synchronization

/// Standard output and standard error. A write to a pipe without a reader ends the process.
enum StandardStream {
    case output, error

    /// Opens /dev/null on each closed standard stream, so that no later file gets its number; in the wrong direction, so that
    /// use still fails with EBADF.
    static func openClosed() {
        for (descriptor, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) == -1 {
            guard open("/dev/null", flags) == descriptor else { exitNow(1) }
        }
    }

    /// Whether the last line on stderr is a progress line, which the next message replaces.
    private static let showsProgress = Atomic(false)

    /// Shows a line that the next one, or a message, overwrites.
    static func showProgress(_ text: String) {
        // SIGPIPE would leave the line there when the reader of stdout goes away.
        if !showsProgress.exchange(true, ordering: .relaxed) { Signals.ignoreBrokenPipes() }
        error.send(erasure + text)
    }

    /// Removes the progress line, if one is shown.
    static func clearProgress() {
        if showsProgress.exchange(false, ordering: .relaxed) { error.send(erasure) }
    }

    /// Erases the line that the cursor is in.
    private static let erasure = "\r\u{1B}[K"

    /// Whether the last byte on stdout, as of a body that is printed as it was served, ends no line.
    private static let outputEndsInLine = Atomic(false)

    /// Whether both streams lead to one place, as with `2>&1`.
    private static let isOnePlace: Bool = {
        var (output, error) = (stat(), stat())
        guard fstat(STDOUT_FILENO, &output) == 0, fstat(STDERR_FILENO, &error) == 0 else { return false }
        return output.st_dev == error.st_dev && output.st_ino == error.st_ino
    }()

    func write(_ bytes: Data) {
        if self == .error { Self.prepareMessage() }
        bytes.withUnsafeBytes(send)
    }

    func write(_ text: String) {
        if self == .error { Self.prepareMessage() }
        send(text)
    }

    /// A message begins on a line of its own.
    private static func prepareMessage() {
        clearProgress()
        if outputEndsInLine.exchange(false, ordering: .relaxed), isOnePlace { error.send("\n") }
    }

    private func send(_ text: String) {
        var text = text
        text.withUTF8 { send(UnsafeRawBufferPointer($0)) }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) {
        if self == .output, let last = bytes.last {
            Self.outputEndsInLine.store(last != UInt8(ascii: "\n"), ordering: .relaxed)
        }
        if let code = writeAll(bytes, to: self == .output ? STDOUT_FILENO : STDERR_FILENO) { fail(code) }
    }

    /// A reader that went away is no failure. Data that cannot be written is one. An error on stderr cannot be reported.
    private func fail(_ code: Int32) {
        guard self == .output else { return }
        Self.clearProgress()
        if code != EPIPE {
            Output.standard.report(.unwritableOutput(code), asJSON: AcctCommand.typedLine?.requestsJSON == true)
        }
        // 128 and the number of SIGPIPE, as a shell reports it.
        exitNow(code == EPIPE ? 141 : 1)
    }
}
