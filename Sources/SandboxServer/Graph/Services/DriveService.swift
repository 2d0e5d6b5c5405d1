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

    private func drive(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
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

    private func children(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let identity = try call.identity()
        let items = Self.files.enumerated().map { number, file in
            Self.item(number: number, file: file, drive: Self.id(identity))
        }
        let context = "users('\(identity.objectID)')/drive/root/children"
        return try Listing(count: items.count, item: { items[$0] }, context: context, defaultPage: 200).page(for: call)
    }

    private static func id(_ identity: Identity) -> String {
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
struct ContentService {
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

    private func get(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let (item, _) = try place(call)
        guard call.emulation.storage.files[item] != nil else { throw Self.noSuchItem }
        let base = StorageHost.base(port: call.emulation.port)
        return .empty(.found, location: "\(base)/files/\(item)?sig=\(StorageHost.signature(item))")
    }

    private func put(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let (item, name) = try place(call)
        call.emulation.storage.put(call.request.body, name: name, item: item)
        return .json(call.emulation.storage.json(item) ?? .null, status: .created)
    }

    /// Unlike a PUT it refuses a name that is there, unless it is told to replace it.
    private func open(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let (item, name) = try place(call)
        let conflict = try call.body()["item"]?["@microsoft.graph.conflictBehavior"]?.string
        guard conflict == "replace" || call.emulation.storage.files[item] == nil else {
            throw GraphError(.conflict, "nameAlreadyExists", "There is an item of that name.")
        }
        let session = RandomID.guid()
        call.emulation.storage.uploads[session] = Storage.Upload(item: item, name: name)
        let base = StorageHost.base(port: call.emulation.port)
        return .json([
            "uploadUrl": .string("\(base)/uploads/\(session)"), "nextExpectedRanges": ["0-"],
            "expirationDateTime": .string(Timestamp(call.emulation.clock.seconds + 86_400).iso8601),
        ])
    }

    private func copy(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let (item, _) = try place(call)
        guard call.emulation.storage.files[item] != nil else { throw Self.noSuchItem }
        let new = "01\(RandomID.guid().filter { $0 != "-" }.uppercased())"
        call.emulation.storage.copy(item, to: new)
        call.emulation.storage.looks[new] = 0
        return .empty(.accepted, location: "\(StorageHost.base(port: call.emulation.port))/operations/\(new)")
    }

    /// The id and the name of what a path speaks of. An item has the same id by either way.
    private func place(_ call: GraphCall) throws(GraphError) -> (item: String, name: String) {
        let identity = try call.identity()
        let text = call.parameter("item")
        guard text.hasPrefix("root:/") else {
            guard let file = call.emulation.storage.files[text] else { throw Self.noSuchItem }
            return (text, file.name)
        }
        let id = StableGUID.make("\(identity.account.homeAccountID)/\(text)").filter { $0 != "-" }.uppercased()
        return ("01\(id)", text.split(separator: "/").last.map(String.init) ?? text)
    }

    private static let noSuchItem = GraphError(.notFound, "itemNotFound", "The drive holds no such item.")
}
