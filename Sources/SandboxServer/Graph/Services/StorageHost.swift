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
