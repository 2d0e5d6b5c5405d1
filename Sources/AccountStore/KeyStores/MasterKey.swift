import Crypto
import FoundationEssentials
import Glibc

/// The 256-bit key that seals every secret of a store. It cannot be printed, and its memory is wiped when it is freed.
struct MasterKey: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    static let byteCount = 32
    let symmetric: SymmetricKey

    /// Creates a key from the operating system's random source.
    init() {
        symmetric = SymmetricKey(size: .bits256)
    }

    /// Nil unless there are exactly 32 bytes.
    init?(bytes: some ContiguousBytes) {
        let key = SymmetricKey(data: bytes)
        guard key.bitCount == Self.byteCount * 8 else { return nil }
        symmetric = key
    }

    /// The bytes of the key, for key stores. They are wiped when `body` returns.
    func withBytes<Result>(_ body: ([UInt8]) throws -> Result) rethrows -> Result {
        var bytes = symmetric.withUnsafeBytes { Array($0) }
        defer { bytes.erase() }
        return try body(bytes)
    }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension [UInt8] {
    /// Overwrites the bytes in memory.
    mutating func erase() {
        withUnsafeMutableBytes { $0.erase() }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the bytes in memory.
    func erase() {
        if let baseAddress { explicit_bzero(baseAddress, count) }
    }
}
