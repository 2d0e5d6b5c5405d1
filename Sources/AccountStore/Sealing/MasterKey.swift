import Crypto
import FoundationEssentials

/// The 256-bit key that seals every secret of a store. It cannot be printed, and its memory is wiped when it goes.
public struct MasterKey: Sendable, CustomStringConvertible, CustomReflectable {
    static let byteCount = 32
    let symmetric: SymmetricKey

    /// A new key from the operating system's random source.
    public init() {
        symmetric = SymmetricKey(size: .bits256)
    }

    /// Nil unless there are exactly 32 bytes.
    public init?(bytes: some ContiguousBytes) {
        let key = SymmetricKey(data: bytes)
        guard key.bitCount == MasterKey.byteCount * 8 else { return nil }
        symmetric = key
    }

    /// For key stores, which have to put the key somewhere.
    public func exposeBytes() -> [UInt8] {
        symmetric.withUnsafeBytes { Array($0) }
    }

    public var description: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
