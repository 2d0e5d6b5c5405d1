import FoundationEssentials
import HTTPTransport

/// A file that becomes an attachment of a message or an event.
///
/// The request for a small one holds its content as base64. A large one, from 3 to 150 MB, needs an upload session
/// (documented as "Attach large files to Outlook messages or events").
public struct FileAttachment: Sendable {
    private let request: GraphRequest
    private let file: String
    /// The file when the attachment was made. No other version is sent.
    private let version: FileVersion

    /// Files below this size have no upload session, by the documentation.
    static let sessionSize = 3 << 20
    /// Each part has to be smaller than 4 MB.
    static let partSize = 12 * 327_680

    /// Nil unless the request posts a file with a name to the attachments of a message or an event. A file of type JSON is
    /// the body of such a request, and no content.
    public init?(_ request: GraphRequest) {
        guard request.method == "POST", Self.isAttachmentsPath(request.path), case .file(let file)? = request.body,
            !file.hasPrefix("/dev/fd/"),
            request.headers["Content-Type"]?.lowercased().hasPrefix("application/json") == false,
            let version = FileVersion(of: file)
        else { return nil }
        self.request = request
        self.file = file
        self.version = version
    }

    /// Whether the path is that of the attachments of a message or an event.
    public static func isAttachmentsPath(_ path: String) -> Bool {
        let segments = ResourcePath(path).segments.suffix(3).map { $0.lowercased() }
        return segments.count == 3 && ["messages", "events"].contains(segments[0]) && segments[2] == "attachments"
    }

    /// The last component of the file's path.
    public var name: String {
        String(decoding: file.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    }

    /// In bytes.
    public var size: Int { version.size }

    /// Whether it needs an upload session.
    public var isLarge: Bool { size >= Self.sessionSize }

    /// The request that holds the content of a small file.
    ///
    /// - Throws: `HTTPError.changedBody` for a file that is another version by now, `.unreadableBody`.
    public func requestWithContent() throws(HTTPError) -> GraphRequest {
        struct Attachment: Encodable {
            let type = "#microsoft.graph.fileAttachment"
            let name: String
            let contentType: String?
            let contentBytes: Data

            enum CodingKeys: String, CodingKey {
                case type = "@odata.type"
                case name, contentType, contentBytes
            }
        }
        let content = try version.content(ofFile: file)
        return request(to: "", body: Attachment(name: name, contentType: contentType, contentBytes: content))
    }

    /// The request that creates the session for a large file.
    var sessionRequest: GraphRequest {
        struct Session: Encodable {
            let item: Item

            enum CodingKeys: String, CodingKey { case item = "AttachmentItem" }
        }
        struct Item: Encodable {
            let attachmentType = "file"
            let name: String
            let size: Int
            let contentType: String?
        }
        return request(
            to: "/createUploadSession", body: Session(item: Item(name: name, size: size, contentType: contentType)))
    }

    /// The type that was typed; nil for one that only says that the bytes are a file.
    private var contentType: String? {
        request.headers["Content-Type"].flatMap { $0 == "application/octet-stream" ? nil : $0 }
    }

    private func request(to action: String, body: some Encodable) -> GraphRequest {
        var request = request
        request.path = request.path.prefix { $0 != "?" } + action
        request.headers["Content-Type"] = "application/json"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Strings, numbers and bytes always encode.
        request.body = (try? encoder.encode(body)).map { .bytes($0) }
        return request
    }
}
