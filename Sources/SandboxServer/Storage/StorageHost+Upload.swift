import NIOHTTP1

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
