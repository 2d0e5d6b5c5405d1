import Foundation

/// A pipe that leads back into this process. Signal handlers may do hardly anything, but write to a pipe
/// (signal-safety(7)), and threads may wait for what comes out of it.
///
/// Never closed: a handler on another thread may be about to write.
struct SelfPipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    /// - Parameter waits: whether ``next()`` waits until there is something.
    /// - Returns: nil when no more files may be open.
    init?(waits: Bool) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A full pipe must not hold a handler up.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        if !waits { _ = fcntl(readEnd, F_SETFL, O_NONBLOCK) }
    }

    /// Nil when there is nothing, or a signal came in between.
    func next() -> UInt8? {
        var byte: UInt8 = 0
        return read(readEnd, &byte, 1) == 1 ? byte : nil
    }

    func post(_ byte: UInt8) { SelfPipe.post(byte, to: writeEnd) }

    /// What a handler calls, which can capture no pipe.
    static func post(_ byte: UInt8, to writeEnd: Int32) {
        let code = errno
        var byte = byte
        _ = write(writeEnd, &byte, 1)
        errno = code
    }
}
