import NIOCore

@testable import HTTPTransport

extension NIOAsyncChannelOutboundWriter<ByteBuffer> {
    func send(_ text: String) async throws {
        try await write(ByteBuffer(string: text))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await write(ByteBuffer(bytes: bytes))
    }

    /// A whole answer with a length.
    func answer(_ status: Int = 200, _ headers: [String] = [], body: String = "") async throws {
        let lines = ["HTTP/1.1 \(status) Any", "Content-Length: \(body.utf8.count)"] + headers
        try await send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
}

extension CurlHTTPClient {
    /// A client that knows nothing of this machine's proxies and certificates.
    static func isolated(_ environment: [String: String] = [:], log: RequestLog? = nil) -> CurlHTTPClient {
        CurlHTTPClient(environment: Environment(environment), userAgent: "test/1", log: log)
    }
}

extension HTTPClient {
    /// The error of an attempt, or nil when it succeeded.
    func failure(sending request: HTTPRequest) async -> HTTPError? {
        do throws(HTTPError) {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}
