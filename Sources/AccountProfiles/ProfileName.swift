/// A name that a person chose for a profile: 1 to 64 letters, digits and `. _ - @ +`, not beginning with `-` or `.`.
///
/// Names that differ only in case are the same name.
public struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) throws(ProfileError) {
        guard ProfileName.isValid(text) else { throw .invalidName(text) }
        self.text = text
    }

    public var description: String { text }

    public static func == (left: ProfileName, right: ProfileName) -> Bool {
        left.text.lowercased() == right.text.lowercased()
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text.lowercased())
    }

    private static func isValid(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first != "-", first != "." else { return false }
        return text.unicodeScalars.count <= 64 && text.unicodeScalars.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.properties.isAlphabetic || "0123456789._-@+".unicodeScalars.contains(scalar) }
        // Some fillers are letters that nobody can see.
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
    }
}
