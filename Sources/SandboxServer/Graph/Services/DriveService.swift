import NIOHTTP1

/// A drive with a handful of files whose names and numbers are easy to get wrong.
struct DriveService {
    var routes: [GraphRoute] {
        let read = ["Files.Read", "Files.ReadWrite", "Files.Read.All", "Files.ReadWrite.All"]
        return [
            GraphRoute(.GET, "me/drive", needs: read, else: .driveDenied, handler: drive),
            GraphRoute(.GET, "me/drive/root/children", needs: read, else: .driveDenied, handler: children),
        ]
    }

    private func drive(_ call: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let identity = try call.identity()
        return .json([
            "@odata.context": call.context("drives/$entity"), "id": .string(Self.id(identity)),
            "driveType": identity.account.isPersonal ? "personal" : "business", "name": "OneDrive",
            "owner": [
                "user": ["displayName": .string(identity.account.displayName), "id": .string(identity.objectID)]
            ],
            "quota": [
                "deleted": 0, "remaining": .verbatim("9007199254740993"), "state": "normal",
                "total": .verbatim("9223372036854775807"), "used": 1_099_511_627_777,
            ],
        ])
    }

    private func children(_ call: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let identity = try call.identity()
        let items = Self.files.enumerated().map { number, file in
            Self.item(number: number, file: file, drive: Self.id(identity))
        }
        let context = "users('\(identity.objectID)')/drive/root/children"
        return try PagedCollection(count: items.count, item: { items[$0] }, context: context, defaultPage: 200).page(
            for: call)
    }

    private static func id(_ identity: TenantIdentity) -> String {
        "b!\(StableGUID.make("\(identity.account.homeAccountID)/drive").filter { $0 != "-" })"
    }

    private struct File {
        let name: JSON
        /// As it goes over the wire: beyond 2^53 a double is not what was sent any more.
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
        // Numbers go out as services write them: with zeros that carry no value, and in exponents.
        if number == 5 {
            item["location"] = ["latitude": .verbatim("35.680000"), "longitude": .verbatim("1.3976e+2")]
        }
        return item
    }
}

/// The content of drive items, which Graph itself only points at: small ones are put here, everything else goes on at
/// the storage host.
struct DriveContentService {
    var routes: [GraphRoute] {
        let read = ["Files.Read", "Files.ReadWrite", "Files.Read.All", "Files.ReadWrite.All"]
        let write = ["Files.ReadWrite", "Files.ReadWrite.All"]
        // By id, and by path: `root:/name:` is one segment.
        return ["me/drive/items/{item}", "me/drive/{item}"].flatMap { place in
            [
                GraphRoute(.GET, "\(place)/content", needs: read, else: .driveDenied, handler: get),
                GraphRoute(.PUT, "\(place)/content", needs: write, else: .driveDenied, handler: put),
                GraphRoute(.POST, "\(place)/createUploadSession", needs: write, else: .driveDenied, handler: open),
                GraphRoute(.POST, "\(place)/copy", needs: write, else: .driveDenied, handler: copy),
            ]
        }
    }

    private func get(_ call: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (item, _) = try place(call)
        guard call.sandbox.storage.files[item] != nil else { throw Self.noSuchItem }
        let base = StorageHost.base(port: call.sandbox.port)
        return .empty(.found, location: "\(base)/files/\(item)?sig=\(StorageHost.signature(item))")
    }

    private func put(_ call: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (item, name) = try place(call)
        call.sandbox.storage.put(call.request.body, name: name, item: item)
        return .json(call.sandbox.storage.json(item) ?? .null, status: .created)
    }

    /// Unlike a PUT it refuses a name that is there, unless it is told to replace it.
    private func open(_ call: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (item, name) = try place(call)
        let conflict = try call.body()["item"]?["@microsoft.graph.conflictBehavior"]?.string
        guard conflict == "replace" || call.sandbox.storage.files[item] == nil else {
            throw GraphErrorResponse(.conflict, "nameAlreadyExists", "There is an item of that name.")
        }
        let session = RandomID.guid()
        call.sandbox.storage.uploads[session] = FileStorage.Upload(item: item, name: name)
        let base = StorageHost.base(port: call.sandbox.port)
        return .json([
            "uploadUrl": .string("\(base)/uploads/\(session)"), "nextExpectedRanges": ["0-"],
            "expirationDateTime": .string(Timestamp(call.sandbox.clock.seconds + 86_400).iso8601),
        ])
    }

    private func copy(_ call: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (item, _) = try place(call)
        guard call.sandbox.storage.files[item] != nil else { throw Self.noSuchItem }
        let new = "01\(RandomID.guid().filter { $0 != "-" }.uppercased())"
        call.sandbox.storage.copy(item, to: new)
        call.sandbox.storage.looks[new] = 0
        return .empty(.accepted, location: "\(StorageHost.base(port: call.sandbox.port))/operations/\(new)")
    }

    /// The id and the name of what a path speaks of. An item has the same id by either way.
    private func place(_ call: GraphOperation) throws(GraphErrorResponse) -> (item: String, name: String) {
        let identity = try call.identity()
        let text = call.parameter("item")
        guard text.hasPrefix("root:/") else {
            guard let file = call.sandbox.storage.files[text] else { throw Self.noSuchItem }
            return (text, file.name)
        }
        let id = StableGUID.make("\(identity.account.homeAccountID)/\(text)").filter { $0 != "-" }.uppercased()
        return ("01\(id)", text.split(separator: "/").last.map(String.init) ?? text)
    }

    private static let noSuchItem = GraphErrorResponse(.notFound, "itemNotFound", "The drive holds no such item.")
}
