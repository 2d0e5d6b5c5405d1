import FoundationEssentials
import NIOHTTP1

/// Attachments of messages and events: small ones in the request, large ones through an upload session.
struct AttachmentService {
    /// Documented: below 3 MB in the request, from 3 to 150 MB through a session.
    private static let sessionSizes = (3 << 20)...(150 << 20)

    var routes: [GraphRoute] {
        let mail = (place: "me/messages", read: ["Mail.Read", "Mail.ReadWrite"], write: ["Mail.ReadWrite"])
        let calendar = (
            place: "me/events", read: ["Calendars.Read", "Calendars.ReadWrite"], write: ["Calendars.ReadWrite"]
        )
        return [mail, calendar].flatMap { place, read, write in
            let path = "\(place)/{owner}/attachments"
            return [
                GraphRoute(.GET, path, needs: read, else: .mailboxDenied, handler: list),
                GraphRoute(.POST, path, needs: write, else: .mailboxDenied, handler: add),
                GraphRoute(.POST, "\(path)/createUploadSession", needs: write, else: .mailboxDenied, handler: open),
            ]
        }
    }

    private func list(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let attachments = operation.sandbox.storage.attachments[try owner(operation)] ?? []
        return .json(["value": .array(attachments.map(\.json))])
    }

    private func add(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let owner = try owner(operation)
        let body = try operation.body()
        guard body["@odata.type"]?.string == "#microsoft.graph.fileAttachment", let name = body["name"]?.string,
            let bytes = body["contentBytes"]?.string.flatMap({ Data(base64Encoded: $0) })
        else { throw .badRequest("A file attachment has a type, a name and contentBytes.") }
        guard bytes.count < Self.sessionSizes.lowerBound else {
            throw GraphErrorResponse(
                .payloadTooLarge, code: "ErrorMessageSizeExceeded", "The message exceeds the maximum supported size.")
        }
        let attachment = FileStorage.Attachment(name: name, size: bytes.count)
        operation.sandbox.storage.attachments[owner, default: []].append(attachment)
        return .json(attachment.json, status: .created)
    }

    private func open(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let owner = try owner(operation)
        let item = try operation.body()["AttachmentItem"]
        guard item?["attachmentType"]?.string == "file", let name = item?["name"]?.string,
            let size = item?["size"]?.integer
        else { throw .badRequest("An attachment item has an attachmentType, a name and a size.") }
        guard Self.sessionSizes.contains(size) else {
            let code =
                size < Self.sessionSizes.lowerBound
                ? "ErrorAttachmentSizeShouldNotBeLessThanMinimumSize" : "ErrorAttachmentSizeLimitExceeded"
            throw GraphErrorResponse(.badRequest, code: code, "An upload session is for 3 to 150 MB.")
        }
        let session = RandomID.guid()
        operation.sandbox.storage.uploads[session] = FileStorage.Upload(
            item: owner, name: name, attachmentSize: size)
        return .json(
            [
                "uploadUrl": .string("\(StorageHost.base(port: operation.sandbox.port))/uploads/\(session)"),
                "expirationDateTime": .string(Timestamp(operation.sandbox.clock.seconds + 3600).iso8601),
                "nextExpectedRanges": ["0-"],
            ], status: .created)
    }

    /// The message or event of the path.
    private func owner(_ operation: GraphOperation) throws(GraphErrorResponse) -> String {
        let id = operation.parameter("owner")
        guard id.hasPrefix("AAMk") else { throw .noSuchItem }
        return id
    }
}

extension FileStorage.Attachment {
    fileprivate var json: JSON {
        [
            "@odata.type": "#microsoft.graph.fileAttachment", "id": .string(StableGUID.make("attachment/\(name)")),
            "name": .string(name), "size": .integer(size),
        ]
    }
}
