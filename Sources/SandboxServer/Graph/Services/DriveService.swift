import NIOHTTP1

/// A drive with a few files whose names and sizes are hard to handle.
struct DriveService {
    var routes: [GraphRoute] {
        let read = ["Files.Read", "Files.ReadWrite", "Files.Read.All", "Files.ReadWrite.All"]
        return [
            GraphRoute(.GET, "me/drive", needs: read, else: .driveDenied, handler: drive),
            GraphRoute(.GET, "me/drive/root/children", needs: read, else: .driveDenied, handler: children),
        ]
    }

    private func drive(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let identity = try operation.identity()
        let drive: JSON = [
            "id": .string(Self.id(identity)),
            "driveType": identity.account.isPersonal ? "personal" : "business", "name": "OneDrive",
            "owner": [
                "user": ["displayName": .string(identity.account.displayName), "id": .string(identity.objectID)]
            ],
            "quota": [
                "deleted": 0, "remaining": .verbatim("9007199254740993"), "state": "normal",
                "total": .verbatim("9223372036854775807"), "used": 1_099_511_627_777,
            ],
        ]
        return .json(operation.entity(drive, of: "drives"))
    }

    private func children(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let identity = try operation.identity()
        let items = Self.files.enumerated().map { number, file in
            Self.item(number: number, file: file, drive: Self.id(identity))
        }
        let context = "users('\(identity.objectID)')/drive/root/children"
        return try PagedCollection(count: items.count, item: { items[$0] }, context: context, defaultPage: 200).page(
            for: operation)
    }

    private static func id(_ identity: TenantIdentity) -> String {
        "b!\(StableGUID.make("\(identity.account.homeAccountID)/drive").filter { $0 != "-" })"
    }

    private struct File {
        let name: JSON
        /// The size as JSON text, since a double is exact only up to 2^53.
        let size: String
        let isFolder: Bool
    }

    private static let files = [
        File(name: "Documents", size: "123456789012", isFolder: true),
        File(name: "Bücher & Bilder", size: "0", isFolder: true),
        File(name: .verbatim(#""r\u00e9sum\u00e9 \/ final.docx""#), size: "24831", isFolder: false),
        File(name: "huge backup.vhdx", size: "9007199254740993", isFolder: false),
        File(name: "100% 'done'.txt", size: "12", isFolder: false),
        File(name: "日本語.pdf", size: "1048577", isFolder: false),
    ]

    private static func item(number: Int, file: File, drive: String) -> JSON {
        var item: JSON = [
            "@odata.etag": .string("\"{\(StableGUID.make("\(drive)/\(number)").uppercased())},\(number + 1)\""),
            "id": .string("01\(StableGUID.make("\(drive)/\(number)").filter { $0 != "-" }.uppercased())"),
            "name": file.name, "size": .verbatim(file.size),
            "lastModifiedDateTime": .string(Timestamp(1_780_000_000 + number * 86_400).iso8601),
            "parentReference": ["driveId": .string(drive), "path": "/drive/root:"],
        ]
        item[file.isFolder ? "folder" : "file"] =
            file.isFolder ? ["childCount": 3] : ["mimeType": "application/octet-stream"]
        // Numbers in formats that services use: with trailing zeros and with exponents.
        if number == 5 {
            item["location"] = ["latitude": .verbatim("35.680000"), "longitude": .verbatim("1.3976e+2")]
        }
        return item
    }
}

/// Reads and writes the content of drive items. Small files are uploaded here; downloads, upload sessions and copies
/// continue at the storage host.
struct DriveContentService {
    var routes: [GraphRoute] {
        let read = ["Files.Read", "Files.ReadWrite", "Files.Read.All", "Files.ReadWrite.All"]
        let write = ["Files.ReadWrite", "Files.ReadWrite.All"]
        // Items by id and by path: `root:/name:` is one segment.
        return ["me/drive/items/{item}", "me/drive/{item}"].flatMap { place in
            [
                GraphRoute(.GET, "\(place)/content", needs: read, else: .driveDenied, handler: get),
                GraphRoute(.PUT, "\(place)/content", needs: write, else: .driveDenied, handler: put),
                GraphRoute(.POST, "\(place)/createUploadSession", needs: write, else: .driveDenied, handler: open),
                GraphRoute(.POST, "\(place)/copy", needs: write, else: .driveDenied, handler: copy),
            ]
        }
    }

    private func get(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (item, _) = try place(operation)
        guard operation.sandbox.storage.files[item] != nil else { throw Self.noSuchItem }
        let base = StorageHost.base(port: operation.sandbox.port)
        return .empty(.found, location: "\(base)/files/\(item)?sig=\(StorageHost.signature(item))")
    }

    private func put(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (item, name) = try place(operation)
        operation.sandbox.storage.put(operation.request.body, name: name, item: item)
        return .json(operation.sandbox.storage.json(item) ?? .null, status: .created)
    }

    /// Creates an upload session. Unlike a PUT, it fails if the name exists, unless the request asks to replace it.
    private func open(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (item, name) = try place(operation)
        let conflict = try operation.body()["item"]?["@microsoft.graph.conflictBehavior"]?.string
        guard conflict == "replace" || operation.sandbox.storage.files[item] == nil else {
            throw GraphErrorResponse(.conflict, code: "nameAlreadyExists", "There is an item of that name.")
        }
        let session = RandomID.guid()
        operation.sandbox.storage.uploads[session] = FileStorage.Upload(item: item, name: name)
        let base = StorageHost.base(port: operation.sandbox.port)
        return .json([
            "uploadUrl": .string("\(base)/uploads/\(session)"), "nextExpectedRanges": ["0-"],
            "expirationDateTime": .string(Timestamp(operation.sandbox.clock.seconds + 86_400).iso8601),
        ])
    }

    private func copy(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (item, _) = try place(operation)
        guard operation.sandbox.storage.files[item] != nil else { throw Self.noSuchItem }
        let new = "01\(RandomID.guid().filter { $0 != "-" }.uppercased())"
        operation.sandbox.storage.copy(item, to: new)
        operation.sandbox.storage.pollCounts[new] = 0
        return .empty(.accepted, location: "\(StorageHost.base(port: operation.sandbox.port))/operations/\(new)")
    }

    /// The id and name of the item in the path. An item has the same id by path and by id.
    private func place(_ operation: GraphOperation) throws(GraphErrorResponse) -> (item: String, name: String) {
        let identity = try operation.identity()
        let text = operation.parameter("item")
        guard text.hasPrefix("root:/") else {
            guard let file = operation.sandbox.storage.files[text] else { throw Self.noSuchItem }
            return (text, file.name)
        }
        let id = StableGUID.make("\(identity.account.homeAccountID)/\(text)").filter { $0 != "-" }.uppercased()
        return ("01\(id)", text.split(separator: "/").last.map(String.init) ?? text)
    }

    private static let noSuchItem = GraphErrorResponse(.notFound, code: "itemNotFound", "The drive holds no such item.")
}
