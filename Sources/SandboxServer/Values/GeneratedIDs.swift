import Crypto
import FoundationEssentials

/// Random identifiers, in the shapes that clients see.
enum RandomID {
    static func guid() -> String { UUID().uuidString.lowercased() }

    static func normalizedGUID(_ text: String) -> String? {
        UUID(uuidString: text)?.uuidString.lowercased()
    }

    static func token(bytes count: Int = 32) -> String {
        UnpaddedBase64URL.encode(bytes(count))
    }

    /// Nine letters and digits, without those that are easily confused when read off a screen.
    static func userCode() -> String {
        let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ23456789")
        return String((0..<9).compactMap { _ in alphabet.randomElement() })
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Array($0) }
    }
}

/// GUIDs that are the same at every start, derived from the name of the object.
enum StableGUID {
    static func make(_ seed: String) -> String {
        var bytes = Array(SHA256.hash(data: Array(seed.utf8)).prefix(16))
        // RFC 9562 §5.8: version 8 is for values derived in a custom way.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [hex[0..<4], hex[4..<6], hex[6..<8], hex[8..<10], hex[10..<16]].map { $0.joined() }
            .joined(separator: "-")
    }
}
