import Foundation
import Synchronization

/// The service that tells a machine's programs who they are: it answers each request with a new token.
final class IdentityService: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let seen = Mutex<[String]>([])

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
        let thread = Thread { [weak self] in
            while case let connection = accept(descriptor, nil, nil), connection >= 0 { self?.answer(connection) }
        }
        thread.start()
    }

    deinit {
        // Ends the wait for a connection, which closing alone does not.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// The heads of all requests so far.
    var requests: [String] { seen.withLock(\.self) }

    private func answer(_ connection: Int32) {
        defer { close(connection) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        let number = seen.withLock { seen in
            seen.append(String(decoding: buffer[..<count], as: UTF8.self))
            return seen.count
        }
        let end = Int(Date().timeIntervalSince1970) + 3600
        let body = #"{"access_token":"machine-token-\#(number)","expires_on":"\#(end)","token_type":"Bearer"}"#
        let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        _ = send(connection, reply, reply.utf8.count, Int32(MSG_NOSIGNAL))
    }
}
