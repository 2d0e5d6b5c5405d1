import Glibc

/// The master key in a file that only its owner may read.
///
/// This protects backups and copies of the database alone, and nothing against a program that can read the user's files.
struct FileKeyStore: KeyStore {
    private let location: StoreLocation

    init(at location: StoreLocation) {
        self.location = location
    }

    /// - Throws: `StoreError.keyDamaged` for a file that is not exactly 32 bytes long.
    func load(_ id: KeyID) throws -> MasterKey? {
        let path = location.keyFile(id)
        guard let size = try PrivateDirectory(path: location.directory).size(of: path) else { return nil }
        try FileStatus.requireOwnLinks(to: path)
        guard size == MasterKey.byteCount else { throw StoreError.keyDamaged(path: path) }
        guard var bytes = try FileDescriptor.reading(ifPresent: path)?.readAll(limit: MasterKey.byteCount + 1) else {
            return nil
        }
        defer { bytes.erase() }
        guard let key = MasterKey(bytes: bytes) else { throw StoreError.keyDamaged(path: path) }
        return key
    }

    func save(_ key: MasterKey, as id: KeyID) throws {
        try key.withBytes {
            try PrivateDirectory(path: location.directory).replaceFile(location.keyFile(id), with: $0)
        }
    }

    func remove(_ id: KeyID) throws {
        try PrivateDirectory(path: location.directory).removeFile(location.keyFile(id))
    }
}
