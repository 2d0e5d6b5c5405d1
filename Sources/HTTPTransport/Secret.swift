/// Text that must not be printed: a token, a password, a code.
///
/// Printing, interpolating, logging or dumping a secret gives `<redacted>`, and no encoder accepts it. ``expose()`` is the
/// only access to the text, so a search for that word finds every place where a secret leaves its type.
public struct Secret: Sendable {
    private let value: String

    public init(_ value: String) {
        self.value = value
    }

    /// The text itself, for the code that sends or stores it.
    public func expose() -> String {
        value
    }

    /// Whether the text has no characters. Some servers send an empty token for "none".
    public var isEmpty: Bool {
        value.isEmpty
    }
}

extension Secret: Hashable {
    /// Compares every byte, even after a difference, so that the time reveals only the length.
    public static func == (left: Secret, right: Secret) -> Bool {
        let (left, right) = (Array(left.value.utf8), Array(right.value.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Hashes the bytes rather than the string: strings are equal by canonical equivalence, secrets only by bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in value.utf8 { hasher.combine(byte) }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static let placeholder = "<redacted>"

    public var description: String { Self.placeholder }
    public var debugDescription: String { Self.placeholder }

    /// Empty, because `dump` and other generic printers read the stored text through the mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Decodable {
    /// Reads a JSON string. `Encodable` is left out deliberately.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }
}
