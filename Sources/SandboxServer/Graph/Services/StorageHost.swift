import NIOHTTP1

/// The host of pre-authenticated URLs: downloads, upload sessions and copy monitors. It refuses requests with tokens
/// or cookies, which must not leave Graph's host.
struct StorageHost {
    let sandbox: SandboxState

    /// Another name of this machine, hence another origin than Graph's.
    static func base(port: Int) -> String { "http://127.0.0.1:\(port)/storage" }

    /// Nil for other paths.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let segments = request.segments
        guard segments.count == 3, segments[0] == "storage" else { return nil }
        guard request.header("Host") == "127.0.0.1:\(sandbox.port)" else {
            return Self.errorResponse(.notFound, code: "notFound")
        }
        guard request.header("Authorization") == nil, request.header("Cookie") == nil else {
            return Self.errorResponse(.unauthorized, code: "unauthenticated")
        }
        switch segments[1] {
        case "uploads": return respond(to: request, uploadSession: segments[2])
        case "files" where request.isRead: return download(item: segments[2], request: request)
        case "operations" where request.isRead: return copyStatus(of: segments[2])
        default: return Self.errorResponse(.methodNotAllowed, code: "invalidRequest")
        }
    }

    static func errorResponse(_ status: HTTPResponseStatus, code: String) -> HTTPServerResponse {
        .json(["error": ["code": .string(code), "message": "The storage refuses this."]], status: status)
    }

    private func download(item: String, request: HTTPServerRequest) -> HTTPServerResponse {
        guard let file = sandbox.storage.files[item], request.query["sig"] == Self.signature(item) else {
            return Self.errorResponse(.notFound, code: "itemNotFound")
        }
        let tag = "\"\(file.version)\""
        var response = HTTPServerResponse(status: .ok, contentType: "application/octet-stream", body: file.bytes)
        if let first = Self.first(of: request.header("Range")), request.header("If-Range") ?? tag == tag {
            guard first < file.bytes.count else {
                return Self.errorResponse(.rangeNotSatisfiable, code: "invalidRange")
            }
            response.status = .partialContent
            response.body = Array(file.bytes[first...])
            let range = "bytes \(first)-\(file.bytes.count - 1)/\(file.bytes.count)"
            response.headers.add(name: "Content-Range", value: range)
        }
        response.headers.add(name: "ETag", value: tag)
        response.headers.add(name: "Accept-Ranges", value: "bytes")
        return response
    }

    static func signature(_ item: String) -> String { StableGUID.make("\(item)/signature") }

    /// The start of `bytes=N-`, the only supported form.
    private static func first(of range: String?) -> Int? {
        guard let range, range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst("bytes=".count).dropLast()).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The state of a copy: in progress at the first poll, completed at the second.
    private func copyStatus(of item: String) -> HTTPServerResponse {
        guard let pollCount = sandbox.storage.pollCounts[item] else {
            return Self.errorResponse(.notFound, code: "itemNotFound")
        }
        sandbox.storage.pollCounts[item] = pollCount + 1
        guard pollCount > 0 else {
            return .json(["status": "inProgress", "percentageComplete": 50], status: .accepted)
        }
        return .json(["status": "completed", "percentageComplete": 100, "resourceId": .string(item)])
    }
}

/// The ranges of an upload session, which must arrive in order.
extension StorageHost {
    func respond(to request: HTTPServerRequest, uploadSession session: String) -> HTTPServerResponse {
        guard let upload = sandbox.storage.uploads[session] else {
            return Self.errorResponse(.notFound, code: "itemNotFound")
        }
        switch request.method {
        case .GET where upload.attachmentSize != nil: return expectingForOutlook(upload.bytes.count)
        case .GET: return expecting(upload.bytes.count, status: .ok)
        case .DELETE:
            sandbox.storage.uploads[session] = nil
            return HTTPServerResponse(status: .noContent)
        case .PUT: return append(request, to: upload, session: session)
        default: return Self.errorResponse(.methodNotAllowed, code: "invalidRequest")
        }
    }

    private func append(
        _ request: HTTPServerRequest, to upload: FileStorage.Upload, session: String
    )
        -> HTTPServerResponse
    {
        guard let (first, last, total) = Self.range(request.header("Content-Range")),
            last - first + 1 == request.body.count
        else { return Self.errorResponse(.badRequest, code: "invalidRange") }
        guard first == upload.bytes.count else { return Self.errorResponse(.rangeNotSatisfiable, code: "invalidRange") }
        // Documented: all ranges but the last are multiples of 320 KiB.
        guard upload.attachmentSize != nil || last + 1 == total || request.body.count % 327_680 == 0 else {
            return Self.errorResponse(.badRequest, code: "invalidRange")
        }
        if let size = upload.attachmentSize {
            // Documented: less than 4 MB each.
            guard request.body.count < 4_000_000, total == size else {
                return Self.errorResponse(.badRequest, code: "ErrorInvalidRange")
            }
        }
        sandbox.storage.uploads[session]?.bytes += request.body
        if let size = upload.attachmentSize {
            return attach(upload, size: size, received: last + 1, session: session)
        }
        guard last + 1 == total else { return expecting(last + 1, status: .accepted) }
        let bytes = upload.bytes + request.body
        sandbox.storage.uploads[session] = nil
        sandbox.storage.put(bytes, name: upload.name, item: upload.item)
        return .json(sandbox.storage.json(upload.item) ?? .null, status: .created)
    }

    /// The response after a range of an attachment. Documented: the last one is a 201 with a location and no body.
    private func attach(
        _ upload: FileStorage.Upload, size: Int, received count: Int, session: String
    ) -> HTTPServerResponse {
        guard count == size else { return expectingForOutlook(count) }
        sandbox.storage.uploads[session] = nil
        sandbox.storage.attachments[upload.item, default: []].append(.init(name: upload.name, size: size))
        var response = HTTPServerResponse(status: .created)
        response.headers.add(
            name: "Location", value: "\(sandbox.base)/api/v2.0/Messages('\(upload.item)')/Attachments('new')")
        return response
    }

    /// Outlook writes these names with capitals, and a range as its first byte.
    private func expectingForOutlook(_ next: Int) -> HTTPServerResponse {
        .json([
            "ExpirationDateTime": .string(Timestamp(sandbox.clock.seconds + 3600).iso8601),
            "NextExpectedRanges": [.string("\(next)")],
        ])
    }

    private func expecting(_ next: Int, status: HTTPResponseStatus) -> HTTPServerResponse {
        .json(["nextExpectedRanges": [.string("\(next)-")]], status: status)
    }

    /// Parses a `Content-Range` such as `bytes 0-99/1000`.
    private static func range(_ field: String?) -> (first: Int, last: Int, total: Int)? {
        guard let field, field.hasPrefix("bytes ") else { return nil }
        let numbers = field.dropFirst("bytes ".count).split { $0 == "-" || $0 == "/" }.compactMap { Int($0) }
        guard numbers.count == 3, 0 <= numbers[0], numbers[0] <= numbers[1], numbers[1] < numbers[2] else { return nil }
        return (numbers[0], numbers[1], numbers[2])
    }
}

/// The content of drive items and the state of uploads and copies.
final class FileStorage {
    struct File {
        let name: String
        var bytes: [UInt8]
        /// Incremented with each change of the content.
        var version: Int
    }

    /// An upload session.
    struct Upload {
        let item: String
        let name: String
        /// The size of an attachment; nil for a file of a drive.
        var attachmentSize: Int?
        var bytes: [UInt8] = []
    }

    /// An attachment of a message or an event.
    struct Attachment {
        let name: String
        let size: Int
    }

    /// The files by item id.
    private(set) var files: [String: File] = [:]
    /// The attachments by the id of their message or event.
    var attachments: [String: [Attachment]] = [:]
    /// The upload sessions by the id in their URL.
    var uploads: [String: Upload] = [:]
    /// The number of polls of each copy, by the item id in its monitor URL.
    var pollCounts: [String: Int] = [:]

    func put(_ bytes: [UInt8], name: String, item: String) {
        files[item] = File(name: name, bytes: bytes, version: (files[item]?.version ?? 0) + 1)
    }

    func copy(_ item: String, to new: String) {
        guard let file = files[item] else { return }
        put(file.bytes, name: file.name, item: new)
    }

    /// The drive item in Graph's representation.
    func json(_ item: String) -> JSON? {
        files[item].map { file in
            [
                "id": .string(item), "name": .string(file.name), "size": .integer(file.bytes.count),
                "file": ["mimeType": "application/octet-stream"],
            ]
        }
    }
}
