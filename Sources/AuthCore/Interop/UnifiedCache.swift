import FoundationEssentials
import HTTPTransport

/// The token cache file that all MSAL libraries share, as it was read.
///
/// The libraries differ in the keys of the file, so keys are ignored: the fields of an entity identify it. Members of
/// newer libraries and of other programs are left out; entities that cannot be read are counted.
public struct UnifiedCache: Sendable {
    /// In bytes; far more than thousands of accounts need.
    public static let sizeLimit = 64 << 20

    enum Kind: String, CaseIterable {
        case accessToken = "AccessToken"
        case refreshToken = "RefreshToken"
        case idToken = "IdToken"
        case account = "Account"
        case appMetadata = "AppMetadata"
    }

    private let entities: [Kind: [CacheEntity]]
    /// The number of entities of a known kind that are not objects.
    let unreadableCount: Int

    /// - Parameter file: The content of the file. A byte order mark is accepted.
    public init(_ file: Data) throws(UnifiedCacheError) {
        guard file.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        let text = file.withoutByteOrderMark
        guard let first = text.first(where: { !Self.whitespace.contains($0) }) else { throw .empty }
        guard first != UInt8(ascii: "<") else { throw .webPage }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(text))
        } catch let error as UnifiedCacheError {
            throw error
        } catch DecodingError.typeMismatch {
            throw .notACache
        } catch {
            throw .notJSON
        }
        (entities, unreadableCount) = (document.entities, document.unreadableCount)
    }

    func all(_ kind: Kind) -> [CacheEntity] { entities[kind] ?? [] }

    private static let whitespace = Set(" \t\r\n".utf8)
}

/// The reasons why a file is not a token cache of MSAL's format.
public enum UnifiedCacheError: Error, Hashable, Sendable {
    case empty
    case tooLarge(limit: Int)
    /// The file begins with `<`, as the page of a proxy or a sign-in does.
    case webPage
    /// A truncated or encrypted file, or one of another format.
    case notJSON
    /// JSON without any member of a cache.
    case notACache
    /// A member of the cache that is not an object.
    case wrongType(member: String)
}

private struct Document: Decodable {
    var entities: [UnifiedCache.Kind: [CacheEntity]] = [:]
    var unreadableCount = 0

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        let known = UnifiedCache.Kind.allCases.filter { members.contains(AnyKey($0.rawValue)) }
        // A library without accounts writes an object without members.
        guard !known.isEmpty || members.allKeys.isEmpty else { throw UnifiedCacheError.notACache }
        for kind in known {
            let key = AnyKey(kind.rawValue)
            if try members.decodeNil(forKey: key) { continue }
            guard let map = try? members.nestedContainer(keyedBy: AnyKey.self, forKey: key) else {
                throw UnifiedCacheError.wrongType(member: kind.rawValue)
            }
            // In one order for one file: the parser's differs from run to run.
            entities[kind] = map.allKeys.sorted { $0.stringValue < $1.stringValue }
                .compactMap { try? map.decode(CacheEntity.self, forKey: $0) }
            unreadableCount += map.allKeys.count - (entities[kind]?.count ?? 0)
        }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// An entity of the unified cache. A value may be text or a number; any other value counts as absent.
struct CacheEntity: Decodable, Sendable {
    enum Field: String, CodingKey, CaseIterable {
        case homeAccountID = "home_account_id"
        case environment, realm, target, username, name
        case clientID = "client_id"
        case familyID = "family_id"
        case localAccountID = "local_account_id"
        case tokenType = "token_type"
        case accessTokenType = "access_token_type"
        case cachedAt = "cached_at"
        case expiresOn = "expires_on"
        case refreshOn = "refresh_on"
        case lastModified = "last_modification_time"
        case credentialType = "credential_type"
    }

    /// Fields of access tokens that only their own program can use; each library has another.
    private enum BindingField: String, CodingKey, CaseIterable {
        case keyID = "key_id"
        case goKeyID = "keyid"
        case netKeyID = "kid"
        case assertionHash = "user_assertion_hash"
        case extendedKey = "ext_cache_key"
        case netExtendedKey = "ext"
    }

    private enum SecretField: CodingKey { case secret }

    private let texts: [Field: String]
    /// Nil for a text that no server issues as a token, such as one with a line end.
    let secret: Secret?
    /// Whether only its own program can use the token.
    let isBound: Bool

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        texts = Field.allCases.reduce(into: [:]) { texts, field in
            if fields.contains(field) { texts[field] = fields.textOrNumber(field) }
        }
        let binding = try decoder.container(keyedBy: BindingField.self)
        isBound = BindingField.allCases.contains { field in
            guard let value = try? binding.decodeIfPresent(JSONValue.self, forKey: field) else { return false }
            return value != .null && value != "" && value != [:]
        }
        let secret = try? decoder.container(keyedBy: SecretField.self).decode(Secret.self, forKey: .secret)
        self.secret = secret.flatMap { !$0.isEmpty && ServerText.isToken($0) ? $0 : nil }
    }

    /// Nil for an empty text too, which some libraries write for an absent value.
    subscript(field: Field) -> String? {
        texts[field].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads seconds since 1970, up to the year 9999.
    func time(_ field: Field) -> Date? {
        self[field].flatMap(Double.init).flatMap(Date.init(epochSeconds:))
    }
}

extension KeyedDecodingContainer {
    fileprivate func textOrNumber(_ key: Key) -> String? {
        if let text = try? decode(String.self, forKey: key) { return text }
        if let number = try? decode(Int64.self, forKey: key) { return String(number) }
        return (try? decode(Double.self, forKey: key)).map { "\($0)" }
    }
}
