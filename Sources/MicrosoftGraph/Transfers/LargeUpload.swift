import Foundation
import HTTPTransport

/// A file for a drive item's `/content` that is too large for one request and takes an upload session.
public struct LargeUpload: Sendable {
    let request: GraphRequest
    let file: String
    public let size: Int
    /// What to do about an item that is there; `PUT …/content` replaces it unless its query says otherwise, whereas a
    /// session would refuse.
    let conflictBehavior: String

    /// Services take less than this in one request for sure; beyond it they may not.
    static let threshold = 4 << 20

    /// Nil for what is sent in one request: any method but PUT, a small body or one that is no file, a path that is not a
    /// drive item's content, a query that a session has no place for.
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

    /// The request that opens the session. The content's own type is not that of this request.
    var opening: GraphRequest {
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

    private static func size(of file: String) -> Int? {
        // Of what a link leads to: that is what is sent.
        var info = stat()
        return stat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
    }
}
