import FoundationEssentials

/// Records requests and responses: request line and header fields, status line and header fields, times and sizes, and
/// the bodies if asked to.
///
/// A secret is `<redacted>`, whether it is a ``Secret``, the value of a header known to hold credentials, a query value, a
/// form field or a JSON member known to be one. Of a URL that is a secret only the origin is recorded. Control characters
/// are escaped. Each event is one call of the writer, with `\n` between lines and none at the end; `[n]` numbers the
/// requests, which may overlap.
public struct RequestLog: Sendable {
    /// The parts of messages that are recorded.
    public enum Detail: Sendable {
        case heads
        /// Also the first 8 KiB of each body that is text.
        case bodies
    }

    let detail: Detail
    private let write: @Sendable (String) -> Void

    public init(_ detail: Detail = .heads, _ write: @escaping @Sendable (String) -> Void) {
        self.detail = detail
        self.write = write
    }

    /// The URL without its secrets, for messages and logs.
    public static func redacted(url: String) -> String {
        URLRedaction.redacted(url)
    }

    /// The origin of a URL that is a secret as a whole, such as that of an upload session.
    public static func redacted(secretURL url: String) -> String {
        guard let origin = HTTPOrigin(url: url) else { return Secret.placeholder }
        return "\(origin)/\(Secret.placeholder)"
    }

    static func redacted(_ url: String, isSecret: Bool) -> String {
        isSecret ? redacted(secretURL: url) : redacted(url: url)
    }

    func requestStarts(_ id: Int, _ request: HTTPRequest) {
        var lines = ["\(request)"] + request.headers.map { Self.line($0, of: request) }
        if let body = request.body { lines += self.lines(of: body, request.headers["Content-Type"]) }
        emit(id, lines.map { "> \($0)" })
    }

    func responseStarts(_ id: Int, _ head: ResponseHead, to request: HTTPRequest, after elapsed: Duration) {
        let status = "\(head.version.escapingControlCharacters()) \(head.status) in \(Self.milliseconds(elapsed)) ms"
        emit(id, ([status] + head.headers.map { Self.line($0, of: request) }).map { "< \($0)" })
    }

    /// - Parameter excerpt: the beginning of the body as received; nil where bodies are not recorded.
    func responseEnds(_ id: Int, _ excerpt: BodyExcerpt?, bytes: Int, after elapsed: Duration) {
        let body = excerpt.map { $0.lines.map { "< \($0)" } } ?? []
        emit(id, body + ["= \(bytes) bytes in \(Self.milliseconds(elapsed)) ms"])
    }

    func requestFails(_ id: Int, with error: HTTPError, excerpt: BodyExcerpt? = nil, after elapsed: Duration) {
        let body = excerpt.map { $0.lines.map { "< \($0)" } } ?? []
        emit(id, body + ["! \("\(error)".escapingControlCharacters()) after \(Self.milliseconds(elapsed)) ms"])
    }

    private func emit(_ id: Int, _ lines: [String]) {
        write(lines.map { "[\(id)] \($0)" }.joined(separator: "\n"))
    }

    private func lines(of body: HTTPBody, _ contentType: String?) -> [String] {
        let summary = ["(\(body.description.escapingControlCharacters()))"]
        guard detail == .bodies else { return summary }
        return summary + (BodyExcerpt(of: body, contentType: contentType)?.lines ?? [])
    }

    private static func line(_ field: HTTPHeaders.Field, of request: HTTPRequest) -> String {
        "\(field.name.escapingControlCharacters()): \(shown(field, of: request))"
    }

    private static func shown(_ field: HTTPHeaders.Field, of request: HTTPRequest) -> String {
        guard case .text(let text) = field.value, !SensitiveName.isHeader(field.name) else { return Secret.placeholder }
        guard SensitiveName.isURLHeader(field.name) else { return text.escapingControlCharacters() }
        // A link to another host may be one that needs no token.
        let target = (try? CurlURL(request.url).resolving(text)) ?? text
        let isOtherOrigin = HTTPOrigin(url: target) != HTTPOrigin(url: request.url) && !field.isNamed("Link")
        return request.urlIsSecret || isOtherOrigin ? redacted(secretURL: target) : redacted(url: text)
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
