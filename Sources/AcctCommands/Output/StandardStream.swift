import Foundation
import Synchronization

/// Writes all of the bytes, or ends the process when nobody reads any more.
enum StandardStream {
    case output, error

    /// Whether a line on stderr says how far the work has come, behind which nothing else should stand.
    private static let showsProgress = Atomic(false)

    /// A line that is written over; empty text takes it away.
    static func showProgress(_ text: String) {
        // A signal would leave the line there when the reader of the answer goes away.
        if !showsProgress.exchange(!text.isEmpty, ordering: .relaxed) { signal(SIGPIPE, SIG_IGN) }
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
        let descriptor = self == .output ? STDOUT_FILENO : STDERR_FILENO
        if let code = WholeWrite.of(bytes, to: descriptor) { stop(code) }
    }

    /// A reader that went away is not our failure, but an answer that could not be written is; errors on stderr have
    /// nowhere to be told.
    private func stop(_ code: Int32) {
        guard self == .output else { return }
        if StandardStream.showsProgress.load(ordering: .relaxed) { StandardStream.showProgress("") }
        if code != EPIPE {
            StandardStream.error.write("acct: cannot write the answer: \(String(cString: strerror(code)))\n")
        }
        ProcessEnd.now(code == EPIPE ? 141 : 1)
    }
}
