/// The name of a profile: 1 to 64 letters, digits and `. _ - @ +`, not beginning with `-` or `.`.
///
/// Names that differ only in case are the same name.
public struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) throws(ProfileError) {
        guard Self.isValid(text) else { throw .invalidName(text) }
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
        // Some fillers are letters without a glyph.
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
    }
}

/// An error in a request about profiles.
public enum ProfileError: Error, Hashable, Sendable {
    case invalidName(String)
    case nameInUse(ProfileName)
    /// No profile has this name; the nearest names, best first.
    case unknown(String, nearest: [ProfileName])
    /// There is no previous profile to go back to.
    case noPrevious
}

/// The names that are most like a mistyped one.
public enum NearestNames {
    /// At most three of `names`, nearest first: those that begin with the typed text, or are within a third of its length
    /// in edits (Damerau's: insertion, deletion, substitution, transposition).
    public static func to(_ typed: String, among names: [ProfileName]) -> [ProfileName] {
        let typed = Array(typed.lowercased().prefix(64))
        guard !typed.isEmpty else { return [] }
        let limit = max(1, typed.count / 3)
        let near = names.compactMap { name -> (name: ProfileName, distance: Int)? in
            let candidate = Array(name.text.lowercased())
            let distance = candidate.starts(with: typed) ? 0 : edits(from: typed, to: candidate)
            return distance <= limit ? (name, distance) : nil
        }
        return near.sorted { ($0.distance, $0.name.text) < ($1.distance, $1.name.text) }.prefix(3).map(\.name)
    }

    /// Optimal string alignment distance, three rows at a time.
    static func edits(from source: [Character], to target: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for (i, character) in source.enumerated() {
            var row = [i + 1]
            for (j, other) in target.enumerated() {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (character == other ? 0 : 1))
                if i > 0, j > 0, character == target[j - 1], source[i - 1] == other {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[target.count]
    }
}

/// The name of a new profile when none is given.
public enum SuggestedName {
    /// The organisation's part of the address for work accounts (`contoso` of `alice@contoso.example`),
    /// `personal` for a Microsoft account, `app` for an application, the user's part elsewhere. If the name is taken, the
    /// user's part is added, then a number.
    public static func of(username: String, kind: Profile.Kind, taken: [ProfileName]) -> ProfileName {
        let candidates = bases(username: username, kind: kind).compactMap { try? ProfileName($0) }
        // A name that fills the limit leaves no room for a number.
        let base = candidates.last { $0.text.utf8.count <= 40 }?.text ?? "profile"
        let numbered = (2...).lazy.compactMap { try? ProfileName("\(base)-\($0)") }
        if let free = candidates.first(where: { !taken.contains($0) }) { return free }
        // There are fewer profiles than numbers, so this search ends.
        for name in numbered where !taken.contains(name) { return name }
        preconditionFailure("numbers ran out")
    }

    private static func bases(username: String, kind: Profile.Kind) -> [String] {
        let parts = username.split(separator: "@", maxSplits: 1).map(clean)
        let user = parts.first ?? ""
        let organisation = parts.count > 1 ? String(parts[1].prefix { $0 != "." }) : ""
        switch kind {
        case .work: return [organisation, "\(organisation)-\(user)", "work"]
        case .personal: return ["personal", "personal-\(user)"]
        case .app: return ["app", "app-\(user.prefix(8))"]
        case .oidc: return [user, "\(user)-\(organisation)", "oidc"]
        }
    }

    private static let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789.-".unicodeScalars)

    private static func clean(_ text: Substring) -> String {
        // By scalars: letters with marks are between the characters a and z, too.
        String(text.lowercased().unicodeScalars.filter { allowed.contains($0) })
    }
}
