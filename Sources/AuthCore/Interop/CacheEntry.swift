import Foundation
import HTTPTransport

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
