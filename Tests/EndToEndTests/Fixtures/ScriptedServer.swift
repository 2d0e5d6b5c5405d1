import Foundation
import Synchronization
import Testing

/// A server on loopback that records requests and sends the bytes that a test scripts, one response per connection.
///
/// It stands for a misbehaving Graph, and for the hosts that Graph refers to: another port is another origin.
final class ScriptedServer: Sendable {
    struct Request: Sendable {
        let method, target: String
        /// By lower-case name.
        let headers: [String: String]
        let body: Data
    }

    enum Step: Sendable {
        case send(Data)
        case `repeat`(Data, times: Int)
        /// Sends a byte at a time, with a pause of so many seconds.
        case slowly(Data, pause: TimeInterval)
        /// Sends nothing more until the client closes the connection.
        case silence

        static func text(_ text: String) -> Step { .send(Data(text.utf8)) }
    }

    typealias Handler = @Sendable (Request) -> [Step]

    let port: UInt16
    private let descriptor: Int32
    private let handler: Handler
    private let seen = Mutex<[Request]>([])

    init(_ handler: @escaping Handler) throws {
        let descriptor: Int32
        (descriptor, port) = try LoopbackSocket.listen()
        self.descriptor = descriptor
        self.handler = handler
        LoopbackSocket.serve(descriptor) { [weak self] in self?.serve($0) }
    }

    deinit {
        LoopbackSocket.stop(descriptor)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    var requests: [Request] { seen.withLock(\.self) }

    private func serve(_ connection: Int32) {
        guard let request = Self.receive(from: connection) else { return }
        seen.withLock { $0.append(request) }
        for step in handler(request) {
            switch step {
            case .send(let bytes): guard Self.send(bytes, to: connection) else { return }
            case .repeat(let bytes, let times):
                for _ in 0..<times { guard Self.send(bytes, to: connection) else { return } }
            case .slowly(let bytes, let pause):
                for byte in bytes {
                    guard Self.send(Data([byte]), to: connection) else { return }
                    Thread.sleep(forTimeInterval: pause)
                }
            case .silence:
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
            }
        }
        // Closes without a reset, which could discard bytes on their way.
        shutdown(connection, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &rest, rest.count, 0) > 0 {}
    }

    private static func send(_ bytes: Data, to connection: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.send(
                    connection, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private static func receive(from connection: Int32) -> Request? {
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let request = Request(received) { return request }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }
}

extension ScriptedServer.Request {
    /// Nil until the request is complete.
    fileprivate init?(_ bytes: Data) {
        guard let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        headers = lines.dropFirst().reduce(into: [:]) { headers, line in
            guard let colon = line.firstIndex(of: ":") else { return }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        body = bytes[end.upperBound...]
        guard body.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
        (method, target) = (String(words[0]), String(words[1]))
    }
}

extension [ScriptedServer.Step] {
    /// A complete response with its length.
    static func response(_ status: Int, _ body: String = "", headers: [String] = []) -> Self {
        let lines = ["HTTP/1.1 \(status) Any", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
        return [.text(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)]
    }
}

extension Sandboxed {
    /// Adds a profile whose Graph is another server; tokens come from the sandbox.
    func add(_ name: String, at graph: ScriptedServer) async throws {
        try await add(name, as: "alice@contoso.example", ["--graph", graph.url])
    }
}
