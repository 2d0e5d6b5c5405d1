/// Tells what goes over the wire: request line and headers, status line and headers, then milliseconds and bytes.
///
/// Never a body. Secrets are `<redacted>`, whether they are a `Secret`, a header known to hold one, or a query value
/// known to be one; control characters are escaped. Each event is one call of the writer, lines divided by `\n` and
/// without one at the end; `[n]` numbers the exchanges, which may overlap.
public struct RequestLog: Sendable {
    private let write: @Sendable (String) -> Void

    public init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// The URL as it may be shown to a person or kept in a log.
    public static func redacted(url: String) -> String {
        URLRedaction.redacted(url)
    }

    func requestStarts(_ number: Int, _ request: HTTPRequest) {
        var lines = ["> \(request)"] + request.headers.map { "> \(Self.line($0))" }
        if let body = request.body { lines.append("> (\(body.description.escapingControlCharacters()))") }
        emit(number, lines)
    }

    func responseStarts(_ number: Int, _ head: ResponseHead, after elapsed: Duration) {
        let status = "< \(head.version.escapingControlCharacters()) \(head.status) in \(Self.milliseconds(elapsed)) ms"
        emit(number, [status] + head.headers.map { "< \(Self.line($0))" })
    }

    func responseEnds(_ number: Int, bytes: Int, after elapsed: Duration) {
        emit(number, ["= \(bytes) bytes in \(Self.milliseconds(elapsed)) ms"])
    }

    func requestFails(_ number: Int, _ error: HTTPError, after elapsed: Duration) {
        emit(number, ["! \("\(error)".escapingControlCharacters()) after \(Self.milliseconds(elapsed)) ms"])
    }

    private func emit(_ number: Int, _ lines: [String]) {
        write(lines.map { "[\(number)] \($0)" }.joined(separator: "\n"))
    }

    private static func line(_ field: HTTPHeaders.Field) -> String {
        "\(field.name.escapingControlCharacters()): \(shown(field))"
    }

    private static func shown(_ field: HTTPHeaders.Field) -> String {
        guard case .text(let text) = field.value, !SensitiveName.isHeader(field.name) else { return Secret.placeholder }
        return SensitiveName.isURLHeader(field.name) ? redacted(url: text) : text.escapingControlCharacters()
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
