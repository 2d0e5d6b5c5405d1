import Foundation
import HTTPTransport

/// The token cache file that all MSAL libraries share, as it was read.
///
/// The libraries differ in the keys of the file, so keys mean nothing here: an entity is what its fields say. What
/// is not understood is left out and counted, since files carry members of newer libraries and of other programs.
public struct UnifiedCache: Sendable {
    /// Far beyond what thousands of accounts need.
    public static let sizeLimit = 64 << 20

    enum Kind: String, CaseIterable {
        case accessToken = "AccessToken"
        case refreshToken = "RefreshToken"
        case idToken = "IdToken"
        case account = "Account"
        case appMetadata = "AppMetadata"
    }

    private let entries: [Kind: [CacheEntry]]
    /// Entries of a known kind that are not objects.
    let unreadable: Int

    public init(_ file: Data) throws(UnifiedCacheError) {
        guard file.count <= UnifiedCache.sizeLimit else { throw .tooLarge(limit: UnifiedCache.sizeLimit) }
        let text = file.starts(with: UnifiedCache.byteOrderMark) ? file.dropFirst(3) : file
        guard let first = text.first(where: { !UnifiedCache.spaces.contains($0) }) else { throw .empty }
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
        (entries, unreadable) = (document.entries, document.unreadable)
    }

    func all(_ kind: Kind) -> [CacheEntry] { entries[kind] ?? [] }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let spaces = Set(" \t\r\n".utf8)
}

private struct Document: Decodable {
    var entries: [UnifiedCache.Kind: [CacheEntry]] = [:]
    var unreadable = 0

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        let known = UnifiedCache.Kind.allCases.filter { members.contains(AnyKey($0.rawValue)) }
        // A library that holds nothing writes an object without members.
        guard !known.isEmpty || members.allKeys.isEmpty else { throw UnifiedCacheError.notACache }
        for kind in known {
            let key = AnyKey(kind.rawValue)
            if try members.decodeNil(forKey: key) { continue }
            guard let map = try? members.nestedContainer(keyedBy: AnyKey.self, forKey: key) else {
                throw UnifiedCacheError.wrongType(member: kind.rawValue)
            }
            entries[kind] = map.allKeys.compactMap { try? map.decode(CacheEntry.self, forKey: $0) }
            unreadable += map.allKeys.count - (entries[kind]?.count ?? 0)
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

/// Why a file is no token cache of MSAL's form.
public enum UnifiedCacheError: Error, Hashable, Sendable {
    case empty
    case tooLarge(limit: Int)
    /// It begins with `<`, as what a proxy or a sign-in page leaves behind.
    case webPage
    /// Cut short, encrypted, or something else altogether.
    case notJSON
    /// JSON, but with none of the members of a cache.
    case notACache
    /// A member of the cache is not the map that it has to be.
    case wrongType(member: String)
}

/// One entity of the unified cache, read leniently: each value may be text or a number, and what is neither is absent.
struct CacheEntry: Decodable, Sendable {
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
        /// The marks of an access token that only its own program can use; each SDK has its own.
        case keyID = "key_id"
        case goKeyID = "keyid"
        case netKeyID = "kid"
        case assertionHash = "user_assertion_hash"
        case extendedKey = "ext_cache_key"
    }

    private enum SecretField: CodingKey { case secret }

    private let texts: [Field: String]
    let secret: Secret?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        texts = Field.allCases.reduce(into: [:]) { texts, field in
            if fields.contains(field) { texts[field] = fields.textOrNumber(field) }
        }
        let secret = try? decoder.container(keyedBy: SecretField.self).decode(Secret.self, forKey: .secret)
        self.secret = secret?.isEmpty == true ? nil : secret
    }

    /// Nil for an empty text too, which some SDKs write for "none".
    subscript(field: Field) -> String? {
        texts[field].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Epoch seconds, up to the year 9999.
    func time(_ field: Field) -> Date? {
        guard let seconds = self[field].flatMap(Double.init), (0...253_402_300_799).contains(seconds) else {
            return nil
        }
        return Date(timeIntervalSince1970: seconds.rounded(.down))
    }
}

extension KeyedDecodingContainer {
    fileprivate func textOrNumber(_ key: Key) -> String? {
        if let text = try? decode(String.self, forKey: key) { return text }
        if let number = try? decode(Int64.self, forKey: key) { return String(number) }
        return (try? decode(Double.self, forKey: key)).map { "\($0)" }
    }
}
