import FoundationEssentials
import Glibc
import Synchronization

/// Standard output and standard error. A write to a pipe without a reader ends the process.
enum StandardStream {
    case output, error

    /// Opens those of the three standard streams that are closed, so that no file or pipe of this process gets their numbers
    /// and with that what is printed. Each is opened for the other direction: to use it fails as it did (EBADF).
    static func openClosed() {
        for (descriptor, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) == -1 {
            guard open("/dev/null", flags) == descriptor else { exitNow(1) }
        }
    }

    /// Whether the last line on stderr is a progress line, which the next text must not stand behind.
    private static let showsProgress = Atomic(false)

    /// Shows a line that the next one overwrites. Empty text removes it.
    static func showProgress(_ text: String) {
        // SIGPIPE would leave the line there when the reader of stdout goes away.
        if !showsProgress.exchange(!text.isEmpty, ordering: .relaxed) { Signals.ignoreBrokenPipes() }
        error.write("\r\u{1B}[K\(text)")
    }

    func write(_ bytes: Data) {
        bytes.withUnsafeBytes(write)
    }

    func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) {
        if let code = writeAll(bytes, to: self == .output ? STDOUT_FILENO : STDERR_FILENO) { fail(code) }
    }

    /// A reader that went away is no failure. Data that cannot be written is one. An error on stderr cannot be reported.
    private func fail(_ code: Int32) {
        guard self == .output else { return }
        if Self.showsProgress.load(ordering: .relaxed) { Self.showProgress("") }
        if code != EPIPE {
            Services().output.report(.unwritableOutput(code), asJSON: AcctCommand.typedLine?.requestsJSON == true)
        }
        // 128 and the number of SIGPIPE, as a shell reports it.
        exitNow(code == EPIPE ? 141 : 1)
    }
}
