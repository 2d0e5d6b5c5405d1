import FoundationEssentials
import HTTPTransport

/// A file that is too large for one request and needs an upload session: the content of a drive item, or an attachment.
public struct LargeUpload: Sendable {
    let request: GraphRequest
    let file: String
    /// The file when the upload began. No other version is sent.
    let version: FileVersion
    /// The name of the attachment; nil for the content of a drive item.
    public let attachmentName: String?
    /// The request that creates the session. The content's own type is not that of this request.
    public let sessionRequest: GraphRequest
    /// The request for the item that the upload replaces or makes; nil where another name can come of it.
    let itemRequest: GraphRequest?
    /// The size of each part but the last, in bytes.
    let partSize: Int

    /// Every service accepts this many bytes in one request; some accept no more.
    static let threshold = 4 << 20
    /// 10 MiB: parts of a drive item must be multiples of 320 KiB, and 5 to 10 MiB are recommended.
    static let drivePartSize = 32 * 327_680

    /// Nil for a request that is sent as it is: a body that is small or no file, a path that is neither a drive item's
    /// content nor the attachments of a message or an event, a query that an upload session has no place for.
    public init?(_ request: GraphRequest) {
        guard case .file(let file)? = request.body, let version = FileVersion(of: file) else { return nil }
        self.request = request
        self.file = file
        self.version = version
        if let attachment = FileAttachment(request), attachment.isLarge {
            attachmentName = attachment.name
            sessionRequest = attachment.sessionRequest
            itemRequest = nil
            partSize = FileAttachment.partSize
        } else {
            guard version.size > Self.threshold, let session = Self.driveSession(for: request) else { return nil }
            attachmentName = nil
            sessionRequest = session
            itemRequest = Self.itemRequest(for: request)
            partSize = Self.drivePartSize
        }
    }

    /// In bytes.
    public var size: Int { version.size }

    /// Whether the response to the last part is the end of the upload. Outlook documents status 201 with the location of the
    /// attachment and no body, a drive the item.
    func isComplete(_ response: HTTPResponse) -> Bool {
        guard attachmentName == nil else { return response.status == 201 && !response.isWebPage }
        return UploadedItem(response.body).map(canBe) ?? false
    }

    /// Whether the size of an item can be that of the file. SharePoint adds properties to documents of Office.
    func canBe(_ item: UploadedItem) -> Bool { item.size >= size }

    /// The request for a drive item's session. `PUT …/content` replaces an item that exists unless its query says
    /// otherwise, whereas an upload session would fail.
    private static func driveSession(for request: GraphRequest) -> GraphRequest? {
        let resource = ResourcePath(request.path)
        guard request.method == "PUT", isDriveContent(request.path),
            resource.query.allSatisfy(\.isConflictBehavior)
        else { return nil }
        var headers = request.headers
        headers["Content-Type"] = "application/json"
        let path = request.path.prefix { $0 != "?" }.dropLast("content".count) + "createUploadSession"
        let body = try? JSONEncoder().encode([
            "item": [ResourcePath.conflictBehaviorName: resource.conflictBehavior ?? "replace"]
        ])
        return GraphRequest(method: "POST", path: String(path), headers: headers, body: body.map { .bytes($0) })
    }

    private static func itemRequest(for request: GraphRequest) -> GraphRequest? {
        guard ResourcePath(request.path).conflictBehavior != "rename" else { return nil }
        var path = request.path.prefix { $0 != "?" }.dropLast("/content".count)
        if path.last == ":" { path = path.dropLast() }
        return GraphRequest(path: String(path))
    }

    private static func isDriveContent(_ path: String) -> Bool {
        guard path.prefix(while: { $0 != "?" }).lowercased().hasSuffix("/content") else { return false }
        let segments = ResourcePath(path).segments.map { $0.lowercased() }
        return segments.contains("drive") || segments.contains("drives")
    }
}

/// The item of a drive that an upload has made or replaced.
struct UploadedItem: Decodable {
    let id: String
    let size: Int
    let lastModifiedDateTime: String?

    /// Nil for another document.
    init?(_ body: Data) {
        guard let item = try? JSONDecoder().decode(Self.self, from: body) else { return nil }
        self = item
    }
}
