import FoundationEssentials
import Glibc
import HTTPTransport

/// A file for a drive item's `/content` that is too large for one request and needs an upload session.
public struct LargeUpload: Sendable {
    let request: GraphRequest
    let file: String
    public let size: Int
    /// The treatment of an item that exists. `PUT …/content` replaces it unless its query says otherwise, whereas an
    /// upload session would fail.
    let conflictBehavior: String

    /// Every service accepts this many bytes in one request; some accept no more.
    static let threshold = 4 << 20

    /// Nil for a request that is sent as it is: any method but PUT, a body that is small or no file, a path that is not a
    /// drive item's content, a query that an upload session has no place for.
    public init?(_ request: GraphRequest) {
        guard request.method == "PUT", case .file(let file)? = request.body, Self.isDriveContent(request.path),
            let size = Self.size(of: file), size > Self.threshold
        else { return nil }
        let query = ResourcePath(request.path).query
        guard query.allSatisfy({ $0.name == Self.conflictName }) else { return nil }
        self.request = request
        self.file = file
        self.size = size
        conflictBehavior = query.first?.value ?? "replace"
    }

    /// The request that creates the session. The content's own type is not that of this request.
    public var sessionRequest: GraphRequest {
        var headers = request.headers
        headers["Content-Type"] = "application/json"
        let path = request.path.prefix { $0 != "?" }.dropLast("content".count) + "createUploadSession"
        let body = try? JSONEncoder().encode(["item": [Self.conflictName: conflictBehavior]])
        return GraphRequest(method: "POST", path: String(path), headers: headers, body: body.map { .bytes($0) })
    }

    private static let conflictName = "@microsoft.graph.conflictBehavior"

    private static func isDriveContent(_ path: String) -> Bool {
        guard path.prefix(while: { $0 != "?" }).lowercased().hasSuffix("/content") else { return false }
        let segments = ResourcePath(path).segments.map { $0.lowercased() }
        return segments.contains("drive") || segments.contains("drives")
    }

    /// The size of a regular file, or of the one that a symbolic link leads to: that one is sent.
    private static func size(of file: String) -> Int? {
        var info = stat()
        return stat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
    }
}
