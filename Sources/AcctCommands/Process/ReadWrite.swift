import CProcess
import FoundationEssentials
import Glibc

/// A new pipe that other programs do not inherit.
///
/// - Returns: nil when the process may not open another file.
func openPipe() -> (readEnd: Int32, writeEnd: Int32)? {
    var ends: [Int32] = [-1, -1]
    return cprocess_pipe(&ends) ? (ends[0], ends[1]) : nil
}

/// Writes all of the bytes, however many calls of write(2) that takes.
///
/// - Returns: the error number of the call that failed; nil when all is written.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, !isRetryable(descriptor, POLLOUT) { return errno }
        rest = rest.dropFirst(max(count, 0))
    }
    return nil
}

/// Reads what there is, or waits for it.
///
/// - Returns: at most `count` bytes, none at the end; nil for an error, whose number is in `errno`.
func readSome(from descriptor: Int32, upTo count: Int) -> Data? {
    var bytes = Data(count: count)
    while true {
        let length = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, count) }
        if length >= 0 { return bytes.prefix(length) }
        guard isRetryable(descriptor, POLLIN) else { return nil }
    }
}

/// Whether the call that has just failed can be repeated: a signal interrupted it, or the descriptor does not block, as
/// another program that shares it can have set it. Waits until such a descriptor is ready.
private func isRetryable(_ descriptor: Int32, _ event: Int32) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var polled = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
    return poll(&polled, 1, -1) >= 0 || errno == EINTR
}

/// Reads to the end, or as many bytes as the limit.
///
/// - Returns: nil for an error, whose number is in `errno`.
func readAll(from descriptor: Int32, limit: Int = .max) -> Data? {
    var all = Data()
    while all.count < limit {
        guard let bytes = readSome(from: descriptor, upTo: min(1 << 16, limit - all.count)) else { return nil }
        if bytes.isEmpty { break }
        all += bytes
    }
    return all
}
