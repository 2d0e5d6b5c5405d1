import Foundation

/// Sockets on 127.0.0.1.
enum LoopbackSocket {
    static func connect(to port: UInt16) throws -> Int32 {
        let descriptor = try open()
        let result = withAddress(port) { Foundation.connect(descriptor, $0, $1) }
        guard result == 0 else {
            defer { close(descriptor) }
            throw SystemError("connect to \(port)")
        }
        return descriptor
    }

    static func open() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("socket") }
        return descriptor
    }

    /// - Parameter wanted: a certain port, or any free one.
    static func listen(on wanted: UInt16 = 0, backlog: Int32 = 64) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = try open()
        guard withAddress(wanted, { bind(descriptor, $0, $1) }) == 0, Foundation.listen(descriptor, backlog) == 0 else {
            defer { close(descriptor) }
            throw SystemError("listen")
        }
        return (descriptor, port(of: descriptor))
    }

    static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Calls `body` with the address of 127.0.0.1 and the port.
    static func withAddress<Result>(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// A port that accepts connections and never responds, to detect connections.
final class ListeningPort: Sendable {
    let port: UInt16
    private let descriptor: Int32

    /// - Parameter wanted: a certain port, or any free one.
    init(_ wanted: UInt16 = 0) throws {
        (descriptor, port) = try LoopbackSocket.listen(on: wanted, backlog: 8)
    }

    deinit {
        close(descriptor)
    }

    /// Whether a client has connected so far.
    var wasConnected: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// A port on which no socket listens, for a program that a test starts.
    ///
    /// The port stays reserved until the tests end: a socket that is bound and does not listen keeps the system from
    /// assigning it to a connection, and does not stop a server that sets `SO_REUSEADDR`.
    static func unused() throws -> UInt16 {
        let descriptor = try LoopbackSocket.open()
        var reuse: Int32 = 1
        guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size)) == 0,
            LoopbackSocket.withAddress(0, { bind(descriptor, $0, $1) }) == 0
        else {
            defer { close(descriptor) }
            throw SystemError("bind")
        }
        return LoopbackSocket.port(of: descriptor)
    }
}

extension LoopbackSocket {
    /// Copies in both directions until both sides have ended.
    static func relay(between client: Int32, and server: Int32) {
        let back = DispatchSemaphore(value: 0)
        onThread {
            copy(from: server, to: client)
            back.signal()
        }
        copy(from: client, to: server)
        back.wait()
    }

    /// Serves each connection of a listening socket on a thread of its own and then closes it.
    static func serve(_ descriptor: Int32, _ serve: @escaping @Sendable (_ connection: Int32) -> Void) {
        onThread {
            while case let connection = accept(descriptor, nil, nil), connection >= 0 {
                onThread {
                    serve(connection)
                    close(connection)
                }
            }
        }
    }

    /// Closes a listening socket and ends its `serve`, which `close` alone does not.
    static func stop(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    static func onThread(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread(block: work)
        thread.start()
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
}
