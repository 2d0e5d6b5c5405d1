import ArgumentParser
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// The options that make the request: method, headers, body and query.
struct RequestOptions: ParsableArguments {
    @Option(
        name: [.customShort("X", allowingJoined: true), .long],
        help: "The method. Else GET, or POST with a body or fields.",
        completion: .methods)
    var method: String?

    @Option(
        name: [.customShort("H", allowingJoined: true), .long],
        help: "A header, as \"Name: value\"; repeat it for more.")
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file or a pipe with the body, or - for stdin. It is sent as JSON, or as the bytes of a file to /content, "
                + "/$value and /attachments, unless a Content-Type header says otherwise.",
            valueName: "file"),
        completion: .file())
    var input: String?

    @Option(
        name: [.customShort("d", allowingJoined: true), .long], parsing: .unconditional,
        help: ArgumentHelp(
            "The body as text, @file for that of a file, or - for stdin. It is sent as --input sends it.",
            valueName: "text"),
        completion: .textsAndFiles)
    var data: String?

    @Flag(help: "Use the beta version of Graph, unless the path says it.")
    var beta = false

    @OptionGroup
    var fields: FieldOptions

    @OptionGroup
    var query: QueryOptions

    func validate() throws {
        guard data != nil else { return }
        if input != nil { throw ValidationError("Give the body once, with --data or with --input.") }
        if !fields.all.isEmpty {
            throw ValidationError("--data is the whole body: give it without fields, or the fields without it.")
        }
    }

    /// In upper case. A body makes it POST.
    var resolvedMethod: String {
        (method ?? (hasBody || !fields.all.isEmpty ? "POST" : "GET")).uppercased()
    }

    /// Whether a body is given as a whole.
    var hasBody: Bool { input != nil || data != nil }

    /// Whether an option is given that only a request has. `--beta` is one of a batch too.
    var isGiven: Bool {
        method != nil || !header.isEmpty || hasBody || !fields.all.isEmpty || query.isGiven
    }

    /// The method that the request is judged by: a header may name another one than it is sent with.
    var effectiveMethod: String {
        // An invalid header is reported where the request is made.
        GraphRequest(method: resolvedMethod, path: "", headers: (try? headers()) ?? HTTPHeaders()).effectiveMethod
    }

    /// The number of options that take their value from stdin.
    var stdinReaders: Int { fields.stdinReaders + (bodyFile?.isStandardInput == true ? 1 : 0) }

    func request(for typed: String) throws -> GraphRequest {
        let path = typed.withoutSurroundingQuotes
        guard !path.isEmpty else { throw Failure.emptyPath }
        if let method = TypedLine.method(atStartOf: path) { throw Failure.methodInPath(path, method: method) }
        var request = GraphRequest(method: resolvedMethod, path: try versioned(path), headers: try headers())
        try request.add(query.query)
        guard stdinReaders < 2 else { throw Failure.stdinReadTwice }
        request.body = try bodyFile?.body() ?? data.map { .bytes(Data($0.utf8)) }
        if request.isSentAsRead || hasBody {
            try fields.add(to: &request)
        } else if !fields.all.isEmpty {
            request.body = .bytes(try fields.body())
        }
        if request.body != nil, !request.headers.contains("Content-Type") {
            request.headers["Content-Type"] = isContent(path) ? "application/octet-stream" : "application/json"
        }
        if let gap = PathProblem(in: path, isWrite: request.isWrite) { throw Failure(gap, in: path) }
        for part in request.batchedRequests ?? [] {
            if let gap = PathProblem(in: part.path, isWrite: part.isWrite) { throw Failure(gap, in: part.path) }
        }
        guard let attachment = FileAttachment(request), !attachment.isLarge else { return request }
        return try attachment.requestWithContent()
    }

    /// Whether the body is the content of a file, of a type that only its owner knows.
    private func isContent(_ path: String) -> Bool {
        if hasBody, ["content", "$value"].contains(ResourcePath(path).segments.last) { return true }
        guard let input = bodyFile?.path, FileAttachment.isAttachmentsPath(path),
            let file = try? RegularFile(input, limit: 4096)
        else {
            return false
        }
        // The JSON of an attachment; other formats, such as RTF, begin with a brace too.
        let start = file.bytes.filter { !$0.isASCIIWhitespace }.prefix(2)
        return start.first != UInt8(ascii: "{") || !start.dropFirst().allSatisfy("\"}".utf8.contains)
    }

    private func headers() throws -> HTTPHeaders { try HTTPHeaders(typed: header) }

    private func versioned(_ path: String) throws -> String {
        guard beta else { return path }
        let bare = path.drop { $0 == "/" }
        switch ResourcePath(path).version {
        case "beta": return path
        case nil where ResourcePath(path).origin == nil: return "/beta/\(bare)"
        default: throw Failure.conflictingVersion
        }
    }

    /// The file that holds the body; nil where none is named.
    private var bodyFile: InputFile? {
        if let input { return InputFile(input) }
        guard let data, data == "-" || data.hasPrefix("@") else { return nil }
        return InputFile(data == "-" ? data : String(data.dropFirst()))
    }
}

extension String {
    /// A pasted text without the spaces around it, and without the quotes that enclose it.
    fileprivate var withoutSurroundingQuotes: String {
        let text = trimmed(while: \.isWhitespace)
        let quotes: [Character: Character] = ["\"": "\"", "'": "'", "“": "”", "‘": "’"]
        guard text.count > 1, let first = text.first, quotes[first] == text.last else { return text }
        return String(text.dropFirst().dropLast())
    }

    private func trimmed(while isRemoved: (Character) -> Bool) -> String {
        String(drop(while: isRemoved).reversed().drop(while: isRemoved).reversed())
    }
}

/// The OData options, without the `$` that a shell would take.
struct QueryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The properties to fetch, separated by commas.", valueName: "names"))
    var select: [String] = []

    @Option(help: ArgumentHelp("The items to fetch, such as \"startsWith(mail,'a')\".", valueName: "expression"))
    var filter: String?

    @Option(
        help: ArgumentHelp("The most items of a page.", valueName: "number"),
        transform: { try Int(option: $0, "number", from: 1) })
    var top: Int?

    @Option(
        help: ArgumentHelp("The items to leave out at the beginning.", valueName: "number"),
        transform: { try Int(option: $0, "number") })
    var skip: Int?

    @Option(help: ArgumentHelp("The order, such as \"displayName desc\".", valueName: "properties"))
    var orderby: [String] = []

    @Option(help: ArgumentHelp("Related resources to fetch with each item.", valueName: "names"))
    var expand: [String] = []

    @Option(
        help: ArgumentHelp(
            "Words to search for; put into quotes unless it has them. Sent with ConsistencyLevel: eventual.",
            valueName: "text"))
    var search: String?

    @Flag(help: "Ask for the number of all items. Sent with ConsistencyLevel: eventual.")
    var count = false

    var query: ODataQuery {
        ODataQuery(
            select: select, filter: filter, top: top, skip: skip, orderBy: orderby, expand: expand, search: search,
            count: count)
    }

    var isGiven: Bool { query != ODataQuery() }

    func validate() throws {
        let texts =
            [("--filter", filter.map { [$0] }), ("--search", search.map { [$0] })]
            + [("--select", select), ("--orderby", orderby), ("--expand", expand)]
        for (name, values) in texts where values?.contains(where: { $0.allSatisfy(\.isWhitespace) }) == true {
            throw ValidationError("\(name) is empty. Leave it out, or give a value.")
        }
    }
}

extension HTTPHeaders {
    /// The headers of lines as they are typed, `Name: value`.
    ///
    /// - Throws: `Failure` of kind `usage` for a line without a name.
    init(typed lines: [String]) throws {
        self.init()
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
                throw Failure.invalidHeader(line)
            }
            add(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
    }
}
