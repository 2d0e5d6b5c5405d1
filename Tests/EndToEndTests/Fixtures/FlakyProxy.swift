import Foundation
import Synchronization

/// A network on loopback in front of a server: it drops every third connection before the server sees it.
final class FlakyProxy: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let server: UInt16
    private let connections = Mutex(0)

    /// - Parameter server: the port of the server.
    init(to server: UInt16) throws {
        self.server = server
        let descriptor: Int32
        (descriptor, port) = try LoopbackSocket.listen()
        self.descriptor = descriptor
        LoopbackSocket.serve(descriptor) { [weak self] in self?.serve($0) }
    }

    deinit {
        LoopbackSocket.stop(descriptor)
    }

    var address: String { "http://localhost:\(port)" }

    var dropped: Int { connections.withLock { $0 / 3 } }

    private func serve(_ connection: Int32) {
        let number = connections.withLock { count in
            count += 1
            return count
        }
        var byte: UInt8 = 0
        // The request has been sent when the connection breaks.
        guard recv(connection, &byte, 1, Int32(MSG_PEEK)) == 1, number % 3 != 0,
            let upstream = try? LoopbackSocket.connect(to: server)
        else { return }
        defer { close(upstream) }
        LoopbackSocket.relay(between: connection, and: upstream)
    }
}
