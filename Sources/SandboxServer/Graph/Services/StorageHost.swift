import NIOHTTP1

/// What pre-signed URLs lead to: another host than Graph, which is to see neither tokens nor cookies.
struct StorageHost {
    let emulation: Emulation

    /// Another name of this machine, and so another origin.
    static func base(port: Int) -> String { "http://127.0.0.1:\(port)/storage" }

    /// Nil for a path that is not here.
    func respond(to request: Request) -> Response? {
        let segments = request.segments
        guard segments.count == 3, segments[0] == "storage" else { return nil }
        guard request.header("Host") == "127.0.0.1:\(emulation.port)" else {
            return Self.refusal(.notFound, "notFound")
        }
        guard request.header("Authorization") == nil, request.header("Cookie") == nil else {
            return Self.refusal(.unauthorized, "unauthenticated")
        }
        switch segments[1] {
        case "uploads": return upload(request, segments[2])
        case "files" where request.isRead: return download(request, segments[2])
        case "operations" where request.isRead: return operation(segments[2])
        default: return Self.refusal(.methodNotAllowed, "invalidRequest")
        }
    }

    static func refusal(_ status: HTTPResponseStatus, _ code: String) -> Response {
        .json(["error": ["code": .string(code), "message": "The storage refuses this."]], status: status)
    }

    private func download(_ request: Request, _ item: String) -> Response {
        guard let file = emulation.storage.files[item], request.query["sig"] == Self.signature(item) else {
            return Self.refusal(.notFound, "itemNotFound")
        }
        let tag = "\"\(file.version)\""
        var response = Response(status: .ok, contentType: "application/octet-stream", body: file.bytes)
        if let first = Self.first(of: request.header("Range")), request.header("If-Range") ?? tag == tag {
            guard first < file.bytes.count else { return Self.refusal(.rangeNotSatisfiable, "invalidRange") }
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

    /// Of `bytes=N-`, the only form served.
    private static func first(of range: String?) -> Int? {
        guard let range, range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst("bytes=".count).dropLast()).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// A copy is half done at the first look and done at the second.
    private func operation(_ item: String) -> Response {
        guard let looks = emulation.storage.looks[item] else { return Self.refusal(.notFound, "itemNotFound") }
        emulation.storage.looks[item] = looks + 1
        guard looks > 0 else {
            return .json(["status": "inProgress", "percentageComplete": 50], status: .accepted)
        }
        return .json(["status": "completed", "percentageComplete": 100, "resourceId": .string(item)])
    }
}

/// The pieces of an upload session, which have to come in order.
extension StorageHost {
    func upload(_ request: Request, _ session: String) -> Response {
        guard let upload = emulation.storage.uploads[session] else { return Self.refusal(.notFound, "itemNotFound") }
        switch request.method {
        case .GET: return expecting(upload.bytes.count, status: .ok)
        case .DELETE:
            emulation.storage.uploads[session] = nil
            return Response(status: .noContent)
        case .PUT: return take(request, upload, session)
        default: return Self.refusal(.methodNotAllowed, "invalidRequest")
        }
    }

    private func take(_ request: Request, _ upload: Storage.Upload, _ session: String) -> Response {
        guard let (first, last, total) = Self.range(request.header("Content-Range")),
            last - first + 1 == request.body.count
        else { return Self.refusal(.badRequest, "invalidRange") }
        guard first == upload.bytes.count else { return Self.refusal(.rangeNotSatisfiable, "invalidRange") }
        // Documented: all pieces but the last are multiples of 320 KiB.
        guard last + 1 == total || request.body.count % 327_680 == 0 else {
            return Self.refusal(.badRequest, "invalidRange")
        }
        emulation.storage.uploads[session]?.bytes += request.body
        guard last + 1 == total else { return expecting(last + 1, status: .accepted) }
        let bytes = upload.bytes + request.body
        emulation.storage.uploads[session] = nil
        emulation.storage.put(bytes, name: upload.name, item: upload.item)
        return .json(emulation.storage.json(upload.item) ?? .null, status: .created)
    }

    private func expecting(_ next: Int, status: HTTPResponseStatus) -> Response {
        .json(["nextExpectedRanges": [.string("\(next)-")]], status: status)
    }

    /// `bytes 0-99/1000`.
    private static func range(_ field: String?) -> (first: Int, last: Int, total: Int)? {
        guard let field, field.hasPrefix("bytes ") else { return nil }
        let numbers = field.dropFirst("bytes ".count).split { $0 == "-" || $0 == "/" }.compactMap { Int($0) }
        guard numbers.count == 3, 0 <= numbers[0], numbers[0] <= numbers[1], numbers[1] < numbers[2] else { return nil }
        return (numbers[0], numbers[1], numbers[2])
    }
}

/// The bytes of files, and what is on its way to them: behind Graph, at hosts of their own.
final class Storage {
    struct File {
        let name: String
        var bytes: [UInt8]
        /// Grows with each new content.
        var version: Int
    }

    /// An upload that has begun.
    struct Upload {
        let item: String
        let name: String
        var bytes: [UInt8] = []
    }

    /// By item id.
    private(set) var files: [String: File] = [:]
    /// By what their URLs are signed with.
    var uploads: [String: Upload] = [:]
    /// How often each copy was looked at, by what its URL names.
    var looks: [String: Int] = [:]

    func put(_ bytes: [UInt8], name: String, item: String) {
        files[item] = File(name: name, bytes: bytes, version: (files[item]?.version ?? 0) + 1)
    }

    func copy(_ item: String, to new: String) {
        guard let file = files[item] else { return }
        put(file.bytes, name: file.name, item: new)
    }

    /// The drive item as Graph shows it.
    func json(_ item: String) -> JSON? {
        files[item].map { file in
            [
                "id": .string(item), "name": .string(file.name), "size": .integer(file.bytes.count),
                "file": ["mimeType": "application/octet-stream"],
            ]
        }
    }
}
