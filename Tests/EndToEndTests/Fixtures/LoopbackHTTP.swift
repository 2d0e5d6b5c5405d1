import Foundation

/// A minimal HTTP client over a socket, which shares no code with the tested one.
struct LoopbackHTTP {
    struct Reply {
        let status: Int
        let headers: [(name: String, value: String)]
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }

        func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    var timeout = 30

    /// - Parameter url: `http://localhost:PORT/…` or `http://127.0.0.1:PORT/…`.
    func send(
        _ method: String, _ url: String, headers: [String: String] = [:], body: Data = Data()
    ) async throws -> Reply {
        guard let parts = URLComponents(string: url), let port = parts.port.flatMap(UInt16.init(exactly:)) else {
            throw SystemError(url, code: EINVAL)
        }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        let target = path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: \(body.count)\r\n"
        head += "Connection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let request = Data((head + "\r\n").utf8) + body
        // Blocking a thread of the cooperative pool would stall other tests.
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [timeout] in
                continuation.resume(with: Result { try Self.exchange(request, port: port, timeout: timeout) })
            }
        }
    }

    private static func exchange(_ request: Data, port: UInt16, timeout: Int) throws -> Reply {
        let descriptor = try LoopbackSocket.connect(to: port)
        defer { close(descriptor) }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var rest = request[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw SystemError("send") }
            rest = rest.dropFirst(count)
        }
        return try readReply(descriptor)
    }

    /// Up to the announced length, or else to the end of the connection: not every server closes it when asked to.
    private static func readReply(_ descriptor: Int32) throws -> Reply {
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw SystemError("recv") }
            received += buffer[..<count]
            let reply = try reply(from: received)
            if count == 0 {
                guard let reply else { throw SystemError("a response without a head", code: EPROTO) }
                return reply
            }
            if let reply, let length = reply.header("Content-Length").flatMap({ Int($0) }), reply.body.count >= length {
                return reply
            }
        }
    }

    /// Nil until the head is complete.
    private static func reply(from received: Data) throws -> Reply? {
        guard let end = received.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        guard !headers.contains(where: { $0.name.lowercased() == "transfer-encoding" }) else {
            throw SystemError("a chunked response, which this client does not support", code: EPROTO)
        }
        return Reply(status: status, headers: headers, body: Data(received[end.upperBound...]))
    }
}
