import Glibc

/// A TCP connection that sends exactly the given bytes.
final class RawConnection {
    enum ConnectionError: Error {
        case cannotConnect(Int32)
        case closedEarly
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(port: Int, address: String = "127.0.0.1") throws {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, String(port), &hints, &found) == 0, let target = found else {
            throw ConnectionError.cannotConnect(errno)
        }
        defer { freeaddrinfo(found) }
        descriptor = socket(target.pointee.ai_family, target.pointee.ai_socktype, 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard connect(descriptor, target.pointee.ai_addr, target.pointee.ai_addrlen) == 0 else {
            close(descriptor)
            throw ConnectionError.cannotConnect(errno)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Stops without an error if the server has closed: an error response can precede the end of the request.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads the next response. A response to HEAD has no body, whatever its length says.
    func readResponse(hasBody: Bool = true) throws -> ReceivedResponse {
        while true {
            if let end = headEnd() {
                var reply = ReceivedResponse(head: String(decoding: buffer[..<end], as: UTF8.self))
                buffer.removeFirst(end + 4)
                if reply.status == 100 { continue }
                reply.body = hasBody ? try read(Int(reply.header("content-length") ?? "0") ?? 0) : []
                return reply
            }
            guard fill() else { throw ConnectionError.closedEarly }
        }
    }

    /// Whether the server closes without another byte.
    func isClosed() -> Bool {
        buffer.isEmpty && !fill()
    }

    /// Whether the server has sent bytes that were not read yet.
    var hasUnreadBytes: Bool {
        var byte: UInt8 = 0
        return !buffer.isEmpty || recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    private func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard fill() else { throw ConnectionError.closedEarly }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private func headEnd() -> Int? {
        guard buffer.count >= 4 else { return nil }
        return (0...(buffer.count - 4)).first { buffer[$0..<($0 + 4)].elementsEqual("\r\n\r\n".utf8) }
    }

    private func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer += chunk[..<count]
        return true
    }
}
