import Foundation

/// Writes all of the bytes, or ends the process when nobody reads any more.
enum StandardStream {
    case output, error

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
        if code != EPIPE {
            StandardStream.error.write("acct: cannot write the answer: \(String(cString: strerror(code)))\n")
        }
        exit(code == EPIPE ? 141 : 1)
    }
}
