/// Collects header lines into the head of the final answer: interim answers (RFC 9110 §15.2) are passed over, and so
/// are the trailers that may follow a body.
struct HeadReader {
    /// Generous: servers refuse requests with a tenth of it, and an endless header is a way to fill a memory.
    static let limit = 256 << 10

    private(set) var isComplete = false
    private var head: ResponseHead?
    private var size = 0

    enum Outcome: Equatable {
        case more
        case complete(ResponseHead)
        case malformed(String)
    }

    /// Takes one line, with or without its line end.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Outcome {
        size += line.count
        guard size <= Self.limit else { return .malformed("its header is larger than \(Self.limit) bytes") }
        guard !isComplete else { return .more }
        return read(line[...].trimming(while: \.isASCIIWhitespace))
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private mutating func read(_ line: Bytes) -> Outcome {
        if line.isEmpty { return endOfBlock() }
        if line.starts(with: "HTTP/".utf8) { return startOfBlock(line) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return .malformed("a header line has no colon")
        }
        head?.headers.add(
            Self.text(line[..<colon].trimming(while: \.isASCIIWhitespace)),
            Self.text(line[line.index(after: colon)...].trimming(while: \.isASCIIWhitespace)))
        return .more
    }

    private mutating func startOfBlock(_ line: Bytes) -> Outcome {
        let version = line.prefix { $0 != UInt8(ascii: " ") }
        let code = line[version.endIndex...].drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
        guard let status = Int(Self.text(code)), (100...999).contains(status) else {
            return .malformed("its status line has no status")
        }
        head = ResponseHead(version: Self.text(version), status: status)
        return .more
    }

    private mutating func endOfBlock() -> Outcome {
        guard let head else { return .malformed("it has no status line") }
        guard head.status >= 200 else { return .more }
        isComplete = true
        return .complete(head)
    }

    private static func text(_ bytes: Bytes) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
