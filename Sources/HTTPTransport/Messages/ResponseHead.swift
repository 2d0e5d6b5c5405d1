/// The status line and the header fields of a response.
struct ResponseHead: Sendable, Hashable {
    /// The version as the server wrote it, such as `HTTP/1.1` or `HTTP/2`.
    var version: String
    var status: Int
    var headers = HTTPHeaders()
}

/// Collects header lines into the head of the final response. Interim responses (RFC 9110 §15.2) are skipped, and so are
/// the trailers that may follow a body.
struct ResponseHeadReader {
    /// Servers limit requests to a tenth of this. An endless header must not fill the memory.
    static let limit = 256 << 10

    private(set) var isComplete = false
    private var head: ResponseHead?
    private var size = 0

    enum Outcome: Equatable {
        case incomplete
        case complete(ResponseHead)
        case malformed(String)
    }

    /// Reads one line, with or without its line end.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Outcome {
        size += line.count
        guard size <= Self.limit else { return .malformed("the header is larger than \(Self.limit) bytes") }
        guard !isComplete else { return .incomplete }
        return read(line[...].trimming(while: \.isASCIIWhitespace))
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private mutating func read(_ line: Bytes) -> Outcome {
        if line.isEmpty { return endOfBlock() }
        if line.starts(with: "HTTP/".utf8) { return startOfBlock(line) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return .malformed("a header line has no colon")
        }
        let value = line[line.index(after: colon)...]
        head?.headers.add(Self.trimmedText(line[..<colon]), Self.trimmedText(value))
        return .incomplete
    }

    private mutating func startOfBlock(_ line: Bytes) -> Outcome {
        let version = line.prefix { $0 != UInt8(ascii: " ") }
        let code = line[version.endIndex...].drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
        guard let status = Int(Self.trimmedText(code)), (100...999).contains(status) else {
            return .malformed("the status line has no status code")
        }
        head = ResponseHead(version: Self.trimmedText(version), status: status)
        return .incomplete
    }

    private mutating func endOfBlock() -> Outcome {
        guard let head else { return .malformed("the status line is missing") }
        guard head.status >= 200 else { return .incomplete }
        isComplete = true
        return .complete(head)
    }

    private static func trimmedText(_ bytes: Bytes) -> String {
        String(decoding: bytes.trimming(while: \.isASCIIWhitespace), as: UTF8.self)
    }
}
