import Crypto
import FoundationEssentials

/// Identifiers nobody can guess, in the shapes clients see.
enum RandomID {
    static func guid() -> String { UUID().uuidString.lowercased() }

    static func normalizedGUID(_ text: String) -> String? {
        UUID(uuidString: text)?.uuidString.lowercased()
    }

    static func token(bytes count: Int = 32) -> String {
        Base64URL.encode(bytes(count))
    }

    /// Nine letters and digits, none of which are mistaken for another one when they are read off a screen.
    static func userCode() -> String {
        let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ23456789")
        return String((0..<9).compactMap { _ in alphabet.randomElement() })
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Array($0) }
    }
}
