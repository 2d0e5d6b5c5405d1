import FoundationEssentials

/// The removal of a response's content coding (RFC 9110 §8.4). gzip is the only one that is requested.
struct ContentDecoding {
    private let host: String
    private let isGzip: Bool

    init(of head: ResponseHead, from host: String) {
        self.host = host
        isGzip = head.isGzip
    }

    /// The decoded body, of at most `limit` bytes.
    func decoded(_ body: Data, limit: Int) throws(HTTPError) -> Data {
        guard isGzip else { return body }
        let decoder = try decoder()
        var decoded = Data()
        do throws(GzipDecoder.Problem) {
            decoder.append(body)
            while let piece = try decoder.next() {
                decoded += piece
                guard decoded.count <= limit else { break }
            }
            if decoded.count <= limit { try decoder.finish() }
        } catch {
            throw malformed(error)
        }
        guard decoded.count <= limit else { throw .bodyTooLarge(limit: limit) }
        return decoded
    }

    /// The decoded pieces of a body that arrives in pieces. Each is produced when it is asked for.
    func decoding(
        _ next: @escaping @Sendable () async throws(HTTPError) -> Data?
    ) throws(HTTPError) -> @Sendable () async throws(HTTPError) -> Data? {
        guard isGzip else { return next }
        let body = DecodedBody(next, decoder: try decoder(), malformed: malformed)
        return { () async throws(HTTPError) in try await body.next() }
    }

    private func decoder() throws(HTTPError) -> GzipDecoder {
        guard let decoder = GzipDecoder() else { throw .libraryFailed(reason: "the response cannot be decompressed") }
        return decoder
    }

    @Sendable private func malformed(_ problem: GzipDecoder.Problem) -> HTTPError {
        switch problem {
        case .damaged: .malformedResponse(host: host, reason: "its compressed body is damaged")
        case .cutShort: .malformedResponse(host: host, reason: "its compressed body was cut short")
        }
    }
}

/// A body that is decoded at the pace of its reader.
private actor DecodedBody {
    private let source: @Sendable () async throws(HTTPError) -> Data?
    private let decoder: GzipDecoder
    private let malformed: @Sendable (GzipDecoder.Problem) -> HTTPError

    init(
        _ source: @escaping @Sendable () async throws(HTTPError) -> Data?, decoder: sending GzipDecoder,
        malformed: @escaping @Sendable (GzipDecoder.Problem) -> HTTPError
    ) {
        self.source = source
        self.decoder = decoder
        self.malformed = malformed
    }

    func next() async throws(HTTPError) -> Data? {
        while true {
            if let piece = try decoded({ () throws(GzipDecoder.Problem) in try decoder.next() }) { return piece }
            guard let compressed = try await source() else {
                try decoded { () throws(GzipDecoder.Problem) in try decoder.finish() }
                return nil
            }
            decoder.append(compressed)
        }
    }

    private func decoded<Value>(_ work: () throws(GzipDecoder.Problem) -> Value) throws(HTTPError) -> Value {
        do throws(GzipDecoder.Problem) { return try work() } catch { throw malformed(error) }
    }
}
