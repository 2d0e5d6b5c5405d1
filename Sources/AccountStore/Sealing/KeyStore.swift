import Crypto
import FoundationEssentials
import Glibc

/// A place for the master key of a store.
///
/// Implementations return within a time limit, and never wait for input from a person.
public protocol KeyStore: Sendable {
    /// The name that the store remembers it by, such as `file`.
    var name: String { get }

    /// The key, or nil if none was ever created.
    func load() throws -> MasterKey?

    /// Creates a key that is durable when this returns; if another process has created one meanwhile, returns that.
    func create() throws -> MasterKey
}

/// The 256-bit key that seals every secret of a store. It cannot be printed, and its memory is wiped when it is freed.
public struct MasterKey: Sendable, CustomStringConvertible, CustomReflectable {
    static let byteCount = 32
    let symmetric: SymmetricKey

    /// Creates a key from the operating system's random source.
    public init() {
        symmetric = SymmetricKey(size: .bits256)
    }

    /// Nil unless there are exactly 32 bytes.
    public init?(bytes: some ContiguousBytes) {
        let key = SymmetricKey(data: bytes)
        guard key.bitCount == Self.byteCount * 8 else { return nil }
        symmetric = key
    }

    /// The bytes of the key, for key stores.
    public func exposeBytes() -> [UInt8] {
        symmetric.withUnsafeBytes { Array($0) }
    }

    public var description: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The master key in a file that only its owner may read.
///
/// This protects backups and copies of the database alone, and nothing against a program that can read the user's files.
public struct FileKeyStore: KeyStore {
    public let name = "file"
    private let directory: PrivateDirectory
    private let locks: PrivateDirectory
    private let path: String

    public init(at location: StoreLocation) {
        directory = PrivateDirectory(path: location.directory)
        locks = PrivateDirectory(path: location.locks)
        path = location.key
    }

    /// - Throws: `StoreError.keyDamaged` for a file that is not exactly 32 bytes long.
    public func load() throws -> MasterKey? {
        guard let size = try directory.size(of: path) else { return nil }
        try FileStatus.requireOwnLinks(to: path)
        guard size == MasterKey.byteCount else { throw StoreError.keyDamaged(path: path) }
        var bytes = try FileDescriptor(reading: path).readAll(limit: MasterKey.byteCount + 1)
        defer { bytes.erase() }
        guard let key = MasterKey(bytes: bytes) else { throw StoreError.keyDamaged(path: path) }
        return key
    }

    public func create() throws -> MasterKey {
        try locks.create()
        return try FileLock.withLock(at: locks.path + "/key.lock", seconds: Database.busySeconds) {
            if let winner = try load() { return winner }
            let key = MasterKey()
            var bytes = key.exposeBytes()
            defer { bytes.erase() }
            try directory.replaceFile(path, with: bytes)
            return key
        }
    }
}

extension [UInt8] {
    /// Overwrites the bytes in memory.
    fileprivate mutating func erase() {
        withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
        }
    }
}
