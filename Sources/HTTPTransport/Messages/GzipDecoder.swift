import CZlib
import FoundationEssentials

/// Decompresses gzip (RFC 1952) a piece at a time, so that the size of the result is the reader's decision.
///
/// libcurl would decompress as well. It does so before the bytes can be refused or held back, and it takes a body that ends
/// too early for a complete one.
final class GzipDecoder {
    enum Problem: Error { case damaged, cutShort }

    /// Whether the system can decompress. Where it cannot, no compressed response is requested.
    static var isAvailable: Bool { czlib_load() }

    private let stream: OpaquePointer
    /// The compressed bytes that have not been read.
    private var input = Data()
    /// Whether the input so far is a whole number of members.
    private var isComplete = false
    private var isEmpty = true

    private static let pieceSize = 64 << 10

    /// Nil without zlib, and without memory.
    init?() {
        guard let stream = czlib_new() else { return nil }
        self.stream = stream
    }

    deinit { czlib_free(stream) }

    func append(_ compressed: Data) {
        isEmpty = isEmpty && compressed.isEmpty
        // A new value: `append` to the end of a slice keeps the bytes before it.
        input = input.isEmpty ? compressed : Data(input) + compressed
    }

    /// The next bytes, at most 64 KiB of them; nil when more input is needed.
    func next() throws(Problem) -> Data? {
        while !input.isEmpty || !isComplete {
            var piece = Data(count: Self.pieceSize)
            let (read, written, result) = inflate(into: &piece)
            input = input.dropFirst(read)
            guard result != czlib_damaged else { throw .damaged }
            isComplete = result == czlib_end
            if written > 0 { return piece.prefix(written) }
            if read == 0 { return nil }
        }
        return nil
    }

    /// - Throws: `cutShort` when the input ended within a member. No input at all is an empty body.
    func finish() throws(Problem) {
        guard isComplete || isEmpty else { throw .cutShort }
    }

    private func inflate(into piece: inout Data) -> (read: Int, written: Int, result: czlib_result) {
        var (read, written) = (input.count, piece.count)
        let result = input.withUnsafeBytes { input in
            piece.withUnsafeMutableBytes { output in
                var none: UInt8 = 0
                return withUnsafeMutablePointer(to: &none) { none in
                    czlib_inflate(
                        stream, input.bindMemory(to: UInt8.self).baseAddress ?? UnsafePointer(none), &read,
                        output.bindMemory(to: UInt8.self).baseAddress ?? none, &written)
                }
            }
        }
        return (read, written, result)
    }
}

extension Data {
    /// The content of a gzip file, up to `limit` bytes and a piece; nil for another file, and without zlib.
    package func gunzipped(limit: Int) -> Data? {
        guard GzipDecoder.isAvailable, let decoder = GzipDecoder() else { return nil }
        decoder.append(self)
        var content = Data()
        do {
            while content.count < limit, let piece = try decoder.next() { content += piece }
            return content
        } catch {
            return nil
        }
    }
}
