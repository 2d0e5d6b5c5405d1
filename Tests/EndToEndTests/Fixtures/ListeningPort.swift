import Foundation

/// A port that accepts connections and never answers, to see whether anybody comes.
final class ListeningPort: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = try LoopbackSocket.open()
        self.descriptor = descriptor
        guard LoopbackSocket.withAddress(0, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 8) == 0 else {
            throw SystemError("listen")
        }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close(descriptor)
    }

    /// Whether anybody has connected so far.
    var wasVisited: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// A port where nobody listens: it was free a moment ago and is not handed out again soon.
    static func unused() throws -> UInt16 { try ListeningPort().port }
}
