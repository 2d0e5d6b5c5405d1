import AuthCore
import Crypto
import FoundationEssentials
import Glibc

/// Interrupted transfers, each with the state that another run resumes from. They are sealed, since the URL of an upload
/// session works without a token. They are removed with their account, and when they have expired.
///
/// All of them may be lost: then a transfer starts over.
public struct TransferStore: Sendable {
    private static let ofKey = "\(AccountID.sqlCondition) AND request = ?"
    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// - Returns: nil when there is no such transfer, or it has expired.
    /// - Throws: `StoreError`, also for a state that was sealed for another key or expiry.
    public func content(of key: RequestKey, at now: Date) throws -> Data? {
        let sql = "SELECT expires_on, secret FROM unfinished_transfer WHERE \(Self.ofKey) AND expires_on > ?"
        return try store.find { db in
            try db.first(sql, key.arguments + [now.epochSeconds]) { row in
                let end = try row.time(0)
                return try store.keys.cipher(in: db).unsealBytes(row.bytes(1), of: .transfer(key, until: end))
            }
        }
    }

    /// Saves the state in place of the previous one. The transfer continues even if it cannot be saved.
    ///
    /// - Returns: whether it was saved.
    @discardableResult
    public func save(_ content: Data, as key: RequestKey, until end: Date, at now: Date) -> Bool {
        let sql = """
            INSERT OR REPLACE INTO unfinished_transfer (home_account_id, environment, request, expires_on, secret)
            VALUES (?, ?, ?, ?, ?)
            """
        let written: Void? = try? store.write(checkpoint: .none) { db in
            let secret = try store.keys.cipher(creatingKeyIn: db).seal(content, for: .transfer(key, until: end))
            try db.run(sql, key.arguments + [end.epochSeconds, secret])
            try db.run("DELETE FROM unfinished_transfer WHERE expires_on <= ?", [now.epochSeconds])
        }
        return written != nil
    }

    public func remove(_ key: RequestKey) {
        _ = try? store.write { try $0.run("DELETE FROM unfinished_transfer WHERE \(Self.ofKey)", key.arguments) }
    }
}

/// The fingerprint of a file: its size, the time of its last change, and a hash of its beginning and end.
///
/// It differs after a change of the file, and costs no reading of the whole file. Its coded form is stored with uploads, so
/// it holds in a later run, and for a copy of the file with the same time. `FileVersion`, which is compared at each read of
/// one run, has the inode instead of the hash.
public struct FileFingerprint: Hashable, Sendable, Codable {
    public let size: Int
    private let seconds, nanoseconds: Int
    /// SHA-256 of the first and the last MiB.
    private let ends: Data

    private static let sample = 1 << 20

    /// Nil unless the path leads to a regular, readable file with a name, by which another run can find it.
    public init?(of path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_nlink > 0 else { return nil }
        size = Int(info.st_size)
        (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
        var hash = SHA256()
        var bytes = [UInt8](repeating: 0, count: Self.sample)
        for offset in [0, max(0, size - Self.sample)] {
            var count = 0
            // A file system over the network may return fewer bytes at a time.
            while count < bytes.count {
                let received = bytes.withUnsafeMutableBytes {
                    pread(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count, off_t(offset + count))
                }
                if received < 0, errno == EINTR { continue }
                guard received >= 0 else { return nil }
                if received == 0 { break }
                count += received
            }
            hash.update(data: bytes[..<count])
        }
        ends = Data(hash.finalize())
    }
}
