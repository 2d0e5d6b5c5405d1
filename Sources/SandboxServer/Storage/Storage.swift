/// The bytes of files, and what is on its way to them: behind Graph, at hosts of their own.
final class Storage {
    struct File {
        let name: String
        var bytes: [UInt8]
        /// Grows with each new content.
        var version: Int
    }

    /// An upload that has begun.
    struct Upload {
        let item: String
        let name: String
        var bytes: [UInt8] = []
    }

    /// By item id.
    private(set) var files: [String: File] = [:]
    /// By what their URLs are signed with.
    var uploads: [String: Upload] = [:]
    /// How often each copy was looked at, by what its URL names.
    var looks: [String: Int] = [:]

    func put(_ bytes: [UInt8], name: String, item: String) {
        files[item] = File(name: name, bytes: bytes, version: (files[item]?.version ?? 0) + 1)
    }

    func copy(_ item: String, to new: String) {
        guard let file = files[item] else { return }
        put(file.bytes, name: file.name, item: new)
    }

    /// The drive item as Graph shows it.
    func json(_ item: String) -> JSON? {
        files[item].map { file in
            [
                "id": .string(item), "name": .string(file.name), "size": .integer(file.bytes.count),
                "file": ["mimeType": "application/octet-stream"],
            ]
        }
    }
}
