/// Text that must not be seen: a token, a password, a code.
///
/// Printing, interpolating, logging or dumping one gives `<redacted>`, and it cannot be encoded. ``expose()`` is the
/// one way out, so a search for that word finds every place where a secret leaves its type.
public struct Secret: Sendable {
    private let value: String

    public init(_ value: String) {
        self.value = value
    }

    /// The text itself, for the one place that needs it.
    public func expose() -> String {
        value
    }

    /// True of the secret with no characters, which servers send for "none".
    public var isEmpty: Bool {
        value.isEmpty
    }
}

extension Secret: Hashable {
    /// Compares every byte whatever the first difference, so that the time taken tells nothing but the length.
    public static func == (left: Secret, right: Secret) -> Bool {
        let (left, right) = (Array(left.value.utf8), Array(right.value.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Feeds the bytes rather than the string: string equality is by canonical equivalence, and this type's is not.
    public func hash(into hasher: inout Hasher) {
        for byte in value.utf8 { hasher.combine(byte) }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static let placeholder = "<redacted>"

    public var description: String { Self.placeholder }
    public var debugDescription: String { Self.placeholder }

    /// Empty, because `dump` and every generic printer walk the mirror and would find the stored text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Decodable {
    /// Reads a plain JSON string. There is deliberately no way to encode one.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }
}
