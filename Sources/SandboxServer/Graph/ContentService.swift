import NIOHTTP1

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
