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
        Self.onThread { [weak self] in
            while case let connection = accept(descriptor, nil, nil), connection >= 0 {
                guard let proxy = self else { return }
                Self.onThread { proxy.serve(connection) }
            }
        }
    }

    deinit {
        // Ends accept(), which close() alone does not.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    var address: String { "http://localhost:\(port)" }

    var dropped: Int { connections.withLock { $0 / 3 } }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
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
        let back = DispatchSemaphore(value: 0)
        Self.onThread {
            Self.copy(from: upstream, to: connection)
            back.signal()
        }
        Self.copy(from: connection, to: upstream)
        back.wait()
    }

    /// Copies until the source ends, then ends the sink too.
    private static func copy(from source: Int32, to sink: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = recv(source, &buffer, buffer.count, 0), count > 0 {
            var rest = buffer[..<count]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
            }
        }
        shutdown(sink, Int32(SHUT_WR))
    }

    private static func onThread(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread(block: work)
        thread.start()
    }
}
