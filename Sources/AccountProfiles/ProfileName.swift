/// The name of a profile: 1 to 64 letters, digits and `. _ - @ +`, not beginning with `-` or `.`.
///
/// Names that differ only in case are the same name.
public struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The text in lower case.
    private let folded: String

    public init(_ text: String) throws(ProfileError) {
        guard Self.isValid(text) else { throw .invalidName(text) }
        self.text = text
        folded = text.lowercased()
    }

    public var description: String { text }

    public static func == (left: ProfileName, right: ProfileName) -> Bool { left.folded == right.folded }

    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }

    private static func isValid(_ text: String) -> Bool {
        if text.utf8.allSatisfy(isAllowedInASCII) {
            return (1...64).contains(text.utf8.count) && text.utf8.first != hyphen && text.utf8.first != dot
        }
        guard let first = text.unicodeScalars.first, first != "-", first != "." else { return false }
        return text.unicodeScalars.count <= 64 && text.unicodeScalars.allSatisfy(isAllowed)
    }

    /// Looked up without the tables of Unicode: a list has as many names as there are profiles.
    private static func isAllowedInASCII(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), dot, hyphen, UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "+"):
            true
        default: false
        }
    }

    private static let (dot, hyphen) = (UInt8(ascii: "."), UInt8(ascii: "-"))

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isAllowedInASCII(UInt8(scalar.value)) }
        // Some fillers are letters without a glyph.
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
    }
}

extension Sequence<Profile> {
    /// The profiles by name as a person sorts them: without regard to case, and `cust2` before `cust10`.
    public func inNameOrder() -> [Profile] {
        map { (key: $0.name.orderKey, profile: $0) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.profile)
    }
}

extension ProfileName {
    /// The name in lower case, with the number of its digits before each number.
    fileprivate var orderKey: [UInt8] {
        var (key, digits): ([UInt8], [UInt8]) = ([], [])
        for byte in folded.utf8 + [0] {
            if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
                digits.append(byte)
            } else {
                if !digits.isEmpty { key += [UInt8(ascii: "0"), UInt8(digits.count)] + digits }
                digits = []
                key.append(byte)
            }
        }
        return key
    }
}

/// An error in a request about profiles.
public enum ProfileError: Error, Hashable, Sendable {
    case invalidName(String)
    case nameInUse(ProfileName)
    /// No profile has this name; the nearest names, best first.
    case unknown(String, nearest: [ProfileName])
    /// There is no profile at all.
    case noProfiles
    /// There is no previous profile to go back to.
    case noPrevious
    /// Another process has changed the profile during a sign-in, so that the tokens are not for it any more.
    case changedDuringSignIn(ProfileName)
    /// An edit of the name or the account, which only a rename or a sign-in changes.
    case notEditable(ProfileName)
}

/// The name of a new profile when none is given.
extension ProfileName {
    /// The organisation's part of the address for work accounts (`contoso` of `alice@contoso.example`),
    /// `personal` for a Microsoft account, `app` for an application, the user's part elsewhere. If the name is taken, the
    /// user's part is added, then a number.
    public init(suggestedFor username: String, kind: Profile.Kind, taken: Set<ProfileName>) {
        let candidates = Self.bases(username: username, kind: kind).compactMap { try? ProfileName($0) }
        // A name that fills the limit leaves no room for a number.
        let base = candidates.last { $0.text.utf8.count <= 40 }?.text ?? "profile"
        let numbered = (2...).lazy.compactMap { try? ProfileName("\(base)-\($0)") }
        // There are fewer profiles than numbers, so this search ends.
        guard
            let free = candidates.first(where: { !taken.contains($0) })
                ?? numbered.first(where: { !taken.contains($0) })
        else { preconditionFailure("numbers ran out") }
        self = free
    }

    /// The name for a new profile. That of a guest's is made from the tenant's name instead of the account's own
    /// organisation, and from the start of the tenant's id where no name is known.
    public init(suggestedFor profile: Profile, in tenants: TenantNames, taken: Set<ProfileName>) {
        guard profile.isGuest else {
            self.init(suggestedFor: profile.username, kind: profile.kind, taken: taken)
            return
        }
        let tenant = tenants.name(of: profile)
        let user = profile.username.prefix { $0 != "@" }
        let domain = tenant == profile.tenantID ? "tenant-\(tenant.prefix(8))" : tenant
        self.init(suggestedFor: "\(user)@\(domain)", kind: .work, taken: taken)
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
