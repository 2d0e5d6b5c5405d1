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
        return read(Self.trimmed(String(decoding: line, as: UTF8.self)))
    }

    private mutating func read(_ line: Substring) -> Outcome {
        if line.isEmpty { return endOfBlock() }
        if line.hasPrefix("HTTP/") { return startOfBlock(line) }
        guard let colon = line.firstIndex(of: ":") else { return .malformed("a header line has no colon") }
        head?.headers.add(String(Self.trimmed(line[..<colon])), String(Self.trimmed(line[line.index(after: colon)...])))
        return .more
    }

    private mutating func startOfBlock(_ line: Substring) -> Outcome {
        let words = line.split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]), (100...999).contains(status) else {
            return .malformed("its status line has no status")
        }
        head = ResponseHead(version: String(words[0]), status: status)
        return .more
    }

    private mutating func endOfBlock() -> Outcome {
        guard let head else { return .malformed("it has no status line") }
        guard head.status >= 200 else { return .more }
        isComplete = true
        return .complete(head)
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        let start = Substring(text).drop(while: isSpace)
        return start[..<(start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex)]
    }
}
