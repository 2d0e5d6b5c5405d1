import Foundation

/// Writing that goes on until everything is written.
enum WholeWrite {
    /// - Returns: the error number where it cannot go on; nil when all is written.
    static func of(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno != EINTR { return errno }
            rest = rest.dropFirst(max(count, 0))
        }
        return nil
    }
}
