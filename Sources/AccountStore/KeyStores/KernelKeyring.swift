import CKeyring
import FoundationEssentials
import Glibc

/// Unlocked master keys in the kernel's keyring of this user: in memory, for a time, and for every session of the user.
struct KernelKeyring {
    /// A key, and the time at which the kernel forgets it.
    struct Entry {
        let key: MasterKey
        let end: Date
    }

    /// Nil where there is no such key, or no longer.
    ///
    /// - Throws: `KeyStoreError.noKernelKeyring`, as in most containers.
    func entry(_ id: KeyID) throws(KeyStoreError) -> Entry? {
        var payload = [UInt8](repeating: 0, count: Self.byteCount)
        defer { payload.erase() }
        var length = payload.count
        switch ckeyring_read(Self.description(of: id), &payload, &length) {
        case 0: break
        case ENOKEY, EKEYEXPIRED, EKEYREVOKED, EACCES: return nil
        case let code: throw .noKernelKeyring(code: code)
        }
        guard length == Self.byteCount else { return nil }
        let seconds = payload[MasterKey.byteCount...].reduce(0 as Int64) { $0 << 8 | Int64($1) }
        var bytes = Array(payload[..<MasterKey.byteCount])
        defer { bytes.erase() }
        return MasterKey(bytes: bytes).map { Entry(key: $0, end: Date(epochSeconds: seconds)) }
    }

    func add(_ key: MasterKey, as id: KeyID, for seconds: Int, at now: Date) throws(KeyStoreError) {
        let end = (now + Double(seconds)).epochSeconds
        let code = key.withBytes { bytes in
            var payload = bytes + withUnsafeBytes(of: end.bigEndian, Array.init)
            defer { payload.erase() }
            return ckeyring_add(Self.description(of: id), payload, payload.count, UInt32(clamping: seconds))
        }
        guard code == 0 else { throw .noKernelKeyring(code: code) }
    }

    /// - Returns: 0, or the `errno`; a key that is not there is an error too.
    @discardableResult
    func remove(_ id: KeyID) -> Int32 { ckeyring_remove(Self.description(of: id)) }

    /// The key, then the end of its time in epoch seconds, big-endian.
    private static let byteCount = MasterKey.byteCount + 8

    private static func description(of id: KeyID) -> String { "acct:\(id.text)" }
}
