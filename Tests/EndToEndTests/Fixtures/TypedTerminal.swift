import Foundation
import Synchronization

/// A terminal that somebody sits at: what a program shows on it can be read, and keys be typed.
final class TypedTerminal: Sendable {
    let path: String
    private let descriptor: Int32
    /// `TIOCSPTLCK` and `TIOCGPTN`, macros that Swift does not see.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
    private let shown = Mutex(Data())

    init(columns: UInt16 = 100) throws {
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemError("/dev/ptmx") }
        var isLocked: Int32 = 0
        var number: Int32 = 0
        guard ioctl(descriptor, Self.setLock, &isLocked) == 0, ioctl(descriptor, Self.getNumber, &number) == 0
        else { throw SystemError("ioctl") }
        path = "/dev/pts/\(number)"
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    deinit {
        close(descriptor)
    }

    /// Everything shown so far, without carriage returns.
    var text: String {
        shown.withLock { shown in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                shown += buffer[..<count].filter { $0 != UInt8(ascii: "\r") }
            }
            return String(decoding: shown, as: UTF8.self)
        }
    }

    /// `text` without what moves the cursor, sets colours or modes.
    var plainText: String { text.replacing(/\u{1B}(\[[0-9;?]*[a-zA-Z]|[=>])/, with: "") }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}
