import Foundation
import Synchronization

/// A proxy on loopback that tunnels certain hosts to ports of this machine, and refuses every other one.
///
/// It records the requests. The content of a tunnel is not inspected.
final class ConnectProxy: Sendable {
    struct Request: Sendable {
        /// `host:port`, as the client wrote it.
        let target: String
        let authorization: String?
    }

    let port: UInt16
    private let descriptor: Int32
    /// By `host:port`.
    private let routes: [String: UInt16]
    private let credentials: String?
    private let seen = Mutex<[Request]>([])

    /// - Parameter credentials: `user:password`; nil for a proxy without authentication.
    init(routes: [String: UInt16], credentials: String? = nil) throws {
        (self.routes, self.credentials) = (routes, credentials)
        let descriptor: Int32
        (descriptor, port) = try LoopbackSocket.listen()
        self.descriptor = descriptor
        LoopbackSocket.serve(descriptor) { [weak self] in self?.serve($0) }
    }

    deinit {
        LoopbackSocket.stop(descriptor)
    }

    /// For `HTTPS_PROXY`.
    var url: String { "http://127.0.0.1:\(port)" }

    var requests: [Request] { seen.withLock(\.self) }

    /// The hosts of the requests.
    var targets: Set<String> { Set(requests.map(\.target)) }

    private func serve(_ connection: Int32) {
        guard let request = Self.request(from: connection) else { return }
        seen.withLock { $0.append(request) }
        if let credentials, request.authorization != "Basic \(Data(credentials.utf8).base64EncodedString())" {
            return Self.respond(
                "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"", connection)
        }
        guard let port = routes[request.target] else { return Self.respond("403 Forbidden", connection) }
        guard let server = try? LoopbackSocket.connect(to: port) else {
            return Self.respond("502 Bad Gateway", connection)
        }
        defer { close(server) }
        Self.respond("200 Connection established", connection)
        LoopbackSocket.relay(between: connection, and: server)
    }

    private static func respond(_ status: String, _ connection: Int32) {
        let head = "HTTP/1.1 \(status)\r\n\(status.hasPrefix("200") ? "" : "Content-Length: 0\r\n")\r\n"
        _ = send(connection, head, head.utf8.count, Int32(MSG_NOSIGNAL))
    }

    /// The request head, read a byte at a time: the bytes after it belong to the tunnel.
    private static func request(from connection: Int32) -> Request? {
        var head = Data()
        var byte: UInt8 = 0
        while head.suffix(4) != Data("\r\n\r\n".utf8) {
            guard head.count < 8192, recv(connection, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3, words[0] == "CONNECT" else { return nil }
        let name = "proxy-authorization: "
        let field = lines.first { $0.lowercased().hasPrefix(name) }
        return Request(target: String(words[1]), authorization: field.map { String($0.dropFirst(name.count)) })
    }
}
