/// Keeps the master key in a file that only its owner may read.
///
/// Protects backups and copies of the database alone, and nothing against whoever can read the person's files.
public struct FileKeyStore: KeyStore {
    public let name = "file"
    private let directory: PrivateDirectory
    private let path: String

    public init(at location: StoreLocation) {
        directory = PrivateDirectory(path: location.directory)
        path = location.key
    }

    /// - Throws: `StoreError.keyDamaged` for a file that is not exactly 32 bytes long.
    public func load() throws -> MasterKey? {
        guard try directory.secureIfPresent(path) != nil else { return nil }
        let bytes = try FileDescriptor(reading: path).readAll(limit: MasterKey.byteCount + 1)
        guard let key = MasterKey(bytes: bytes) else { throw StoreError.keyDamaged(path: path) }
        return key
    }

    public func create() throws -> MasterKey {
        try directory.create()
        let key = MasterKey()
        if try directory.createFile(path, holding: key.exposeBytes()) { return key }
        guard let winner = try load() else { throw StoreError.keyMissing }
        return winner
    }
}
