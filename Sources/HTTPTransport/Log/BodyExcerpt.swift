import FoundationEssentials

/// The beginning of a body, as a log shows it: text without its secrets, line by line.
struct BodyExcerpt {
    /// More would bury the other lines of a log.
    static let limit = 8 << 10

    private let bytes: [UInt8]
    private let isWhole: Bool
    private let contentType: String
    private let isSecret: Bool

    /// - Parameters:
    ///   - bytes: the beginning of the body; more than ``limit`` are cut off.
    ///   - isWhole: whether the body has no other bytes.
    init(_ bytes: some Sequence<UInt8>, isWhole: Bool, contentType: String?, isSecret: Bool = false) {
        let beginning = Array(bytes.prefix(Self.limit + 1))
        self.bytes = Array(beginning.prefix(Self.limit))
        self.isWhole = isWhole && beginning.count <= Self.limit
        self.contentType = contentType?.lowercased() ?? ""
        self.isSecret = isSecret
    }

    /// Nil for a body that cannot be read, which fails the request as well.
    init?(of body: HTTPBody, contentType: String?) {
        guard let source = try? UploadSource(body), let bytes = try? source.beginning(upTo: Self.limit) else {
            return nil
        }
        let isSecret = if case .secret = body { true } else { false }
        self.init(bytes, isWhole: source.size == bytes.count, contentType: contentType, isSecret: isSecret)
    }

    var lines: [String] {
        guard !bytes.isEmpty else { return [] }
        guard let text = redactedText else { return ["(\(description))"] }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { $0.escapingControlCharacters() }
        return lines + (isWhole ? [] : ["(cut off after \(Self.limit >> 10) KiB)"])
    }

    private var description: String {
        let size = "\(isWhole ? "" : "more than ")\(bytes.count) bytes"
        let type = contentType.isEmpty ? "" : " of \(contentType.escapingControlCharacters())"
        return size + type + (isSecret ? " \(Secret.placeholder)" : "")
    }

    /// Nil for bytes that are no text, and for a secret of unknown form.
    private var redactedText: String? {
        if contentType.hasPrefix("application/x-www-form-urlencoded") {
            return URLRedaction.redactedPairs(String(decoding: bytes, as: UTF8.self))
        }
        if contentType.contains("json") || "[{".utf8.contains(bytes.first { $0 > 0x20 } ?? 0) {
            return String(decoding: JSONRedaction.redacted(bytes), as: UTF8.self)
        }
        guard !isSecret, !bytes.contains(0), isText else { return nil }
        return String(decoding: URLRedaction.redactingQueries(in: bytes), as: UTF8.self)
    }

    /// Whether the bytes are UTF-8. They may end within a character.
    private var isText: Bool {
        contentType.hasPrefix("text/") || contentType.contains("xml")
            || (0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    }
}

/// The beginning of the body of a response, as received.
struct RecordedBody {
    private let head: ResponseHead
    private var bytes: [UInt8] = []
    private var size = 0

    init(_ head: ResponseHead) {
        self.head = head
    }

    mutating func append(_ received: UnsafeBufferPointer<UInt8>) {
        size += received.count
        bytes += received.prefix(BodyExcerpt.limit + 1 - bytes.count)
    }

    var excerpt: BodyExcerpt {
        let type = head.headers["Content-Type"]
        guard head.isGzip, let decoder = GzipDecoder() else {
            return BodyExcerpt(bytes, isWhole: size == bytes.count, contentType: type)
        }
        decoder.append(Data(bytes))
        var decoded = Data()
        while decoded.count <= BodyExcerpt.limit, let piece = try? decoder.next() { decoded += piece }
        return BodyExcerpt(decoded, isWhole: size == bytes.count, contentType: type)
    }
}
