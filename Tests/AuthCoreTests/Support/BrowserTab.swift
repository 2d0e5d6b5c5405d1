import Foundation

/// A browser's connection to a port of this machine, as bytes: what a real one would never send can be sent too.
enum BrowserTab {
    /// The response, head and body, up to the end of the connection; nil without a connection.
    ///
    /// - Parameter hangsUp: sends nothing more, ever, which a browser says by going away.
    @discardableResult
    static func send(
        _ bytes: [UInt8], port: Int, overIPv6: Bool = false, hangsUp: Bool = false
    ) async -> String? {
        // A separate thread: a blocked one of the pool could keep the response from being written.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                guard let descriptor = connected(port: port, overIPv6: overIPv6, bindOnly: false) else {
                    return continuation.resume(returning: nil)
                }
                write(bytes, to: descriptor)
                if hangsUp { shutdown(descriptor, Int32(SHUT_WR)) }
                let answer = read(from: descriptor)
                close(descriptor)
                continuation.resume(returning: answer)
            }
        }
    }

    @discardableResult
    static func send(
        _ text: String, port: Int, overIPv6: Bool = false, hangsUp: Bool = false
    ) async -> String? {
        await send(Array(text.utf8), port: port, overIPv6: overIPv6, hangsUp: hangsUp)
    }

    /// A connection that says this much and then neither more nor goodbye.
    static func open(_ text: String, port: Int) -> Int32? {
        let descriptor = connected(port: port, overIPv6: false, bindOnly: false)
        if let descriptor { write(Array(text.utf8), to: descriptor) }
        return descriptor
    }

    /// The number of connections that the other side has closed without having sent anything, once it has closed any.
    static func closedCount(of descriptors: [Int32]) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                _ = poll(&polled, nfds_t(polled.count), 60_000)
                var byte: UInt8 = 0
                continuation.resume(
                    returning: polled.count {
                        $0.revents != 0 && recv($0.fd, &byte, 1, Int32(MSG_DONTWAIT)) == 0
                    })
            }
        }
    }

    static func get(_ target: String, port: Int, overIPv6: Bool = false) async -> String? {
        await send("GET \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n", port: port, overIPv6: overIPv6)
    }

    /// The page that a start address redirects to; nil where it redirects to none.
    static func page(from start: String, overIPv6: Bool = false) async -> String? {
        let parts = URLComponents(string: start)
        let reply = await get(parts?.path ?? "", port: parts?.port ?? 0, overIPv6: overIPv6)
        let head = reply?.components(separatedBy: "\r\n") ?? []
        guard head.first?.hasPrefix("HTTP/1.1 302") == true else { return nil }
        return head.first { $0.hasPrefix("Location: ") }.map { String($0.dropFirst("Location: ".count)) }
    }

    static func post(_ body: String, to target: String = "/", port: Int) async -> String? {
        await send(
            "POST \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", port: port)
    }

    static let hasIPv6: Bool = {
        guard let descriptor = connected(port: 0, overIPv6: true, bindOnly: true) else { return false }
        close(descriptor)
        return true
    }()

    /// A socket that listens on a free port of ::1 alone.
    static func listenOnIPv6() -> (descriptor: Int32, port: Int)? {
        guard let descriptor = connected(port: 0, overIPv6: true, bindOnly: true) else { return nil }
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, listen(descriptor, 1) == 0 else { return nil }
        return (descriptor, Int(UInt16(bigEndian: address.sin6_port)))
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    private static func read(from descriptor: Int32) -> String {
        // Ends a test whose listener neither responds nor closes. No passing test waits for it.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: received, as: UTF8.self) }
            received += buffer[..<count]
        }
    }

    private static func connected(port: Int, overIPv6: Bool, bindOnly: Bool) -> Int32? {
        let family = overIPv6 ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let call = bindOnly ? bind : connect
        let result: Int32
        if overIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(family)
            address.sin6_port = in_port_t(UInt16(port)).bigEndian
            address.sin6_addr = in6addr_loopback
            result = withSocketAddress(of: &address) { call(descriptor, $0, $1) }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(family)
            address.sin_port = in_port_t(UInt16(port)).bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            result = withSocketAddress(of: &address) { call(descriptor, $0, $1) }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func withSocketAddress<Address>(
        of address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
