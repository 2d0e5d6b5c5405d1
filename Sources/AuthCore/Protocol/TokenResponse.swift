import FoundationEssentials
import HTTPTransport

/// A successful response of a token endpoint (RFC 6749 section 5.1, OpenID Connect Core 1.0 section 3.1.3.3) with the
/// members that the Microsoft identity platform adds. It has an access token, an ID token or a refresh token.
///
/// A member counts as absent when it cannot be used: the refresh token of the request may no longer work by the time of
/// the response (RFC 6749 section 6), so nothing else of it may be lost.
struct TokenResponse: Decodable {
    let accessToken: Secret?
    /// Whether the access token or its type cannot be read, or the response has neither this token nor an ID token.
    let isAccessTokenMalformed: Bool
    let tokenType: String?
    /// The granted scopes; nil for those of the request. An empty text, which has no meaning (RFC 6749 section 3.3), counts as
    /// nil. Twitch sends an array.
    let scope: String?
    /// Seconds until the access token expires.
    let expiresIn: Int?
    /// Seconds until the access token should be renewed.
    let refreshIn: Int?
    let refreshToken: Secret?
    /// Seconds until the refresh token expires: `refresh_token_expires_in` at Azure AD B2C and AD FS,
    /// `refresh_expires_in` at Keycloak. Nil for zero, which is Keycloak's word for no end.
    let refreshTokenExpiresIn: Int?
    let idToken: Secret?
    /// Read by ``ClientInfo``.
    let clientInfo: String?
    /// `foci`: "1" for a client of Microsoft's family of client ids.
    let familyID: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let access = Result { try members.token(.accessToken) }
        let type = Result { try members.decodeIfPresent(String.self, forKey: .tokenType) }
        accessToken = (try? access.get()) ?? nil
        tokenType = (try? type.get()) ?? nil
        let scopes = (try? members.decode(OneOrMany.self, forKey: .scope))?.values.joined(separator: " ")
        scope = scopes.flatMap { $0.isEmpty ? nil : $0 }
        expiresIn = members.lifetime(.expiresIn)
        refreshIn = members.seconds(.refreshIn)
        refreshToken = try? members.token(.refreshToken)
        let refreshLifetime = members.seconds(.refreshTokenExpiresIn) ?? members.seconds(.refreshExpiresIn)
        refreshTokenExpiresIn = refreshLifetime == 0 ? nil : refreshLifetime
        idToken = try? members.token(.idToken)
        clientInfo = try? members.decodeIfPresent(String.self, forKey: .clientInfo)
        familyID = try? members.decodeIfPresent(String.self, forKey: .foci)
        let isReadable = access.isSuccess && type.isSuccess
        isAccessTokenMalformed = !isReadable || accessToken == nil && idToken == nil
        guard !isAccessTokenMalformed || refreshToken != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no token in the response"))
        }
    }

    enum Member: String, CodingKey {
        case scope, foci
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshIn = "refresh_in"
        case refreshToken = "refresh_token"
        case refreshTokenExpiresIn = "refresh_token_expires_in"
        case refreshExpiresIn = "refresh_expires_in"
        case idToken = "id_token"
        case clientInfo = "client_info"
    }
}

/// The reasons why the access token of a response must not be used.
enum AccessTokenProblem: Error, Hashable {
    case malformed
    /// "The client MUST NOT use an access token if it does not understand the token type" (RFC 6749 section 7.1).
    case unsupportedType(String)

    /// - Parameter url: The endpoint that sent the response.
    func authError(at url: String) -> AuthError {
        switch self {
        case .malformed: .malformedResponse(url: url, status: 200)
        case .unsupportedType(let type): .unsupportedTokenType(type)
        }
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension Date {
    /// Reads seconds since 1970, rounded down, up to the year 9999; nil for any other number.
    init?(epochSeconds seconds: Double) {
        guard (0...253_402_300_799).contains(seconds) else { return nil }
        self.init(timeIntervalSince1970: seconds.rounded(.down))
    }
}

extension KeyedDecodingContainer {
    /// Nil for an empty token, which some servers send for none: it must not replace a token that works.
    ///
    /// - Throws: `DecodingError` for a token with other characters than a token has.
    fileprivate func token(_ key: Key) throws -> Secret? {
        let token = try decodeIfPresent(Secret.self, forKey: key)
        if let token, !ServerText.isToken(token) {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not a token")
        }
        return token?.isEmpty == true ? nil : token
    }

    /// The seconds until something expires: none for a negative number, ten years at most; nil for anything but a number.
    fileprivate func lifetime(_ key: Key) -> Int? {
        number(key).map { Int(min(max($0, 0), longestLifetime)) }
    }

    /// Seconds as a number or, as older endpoints send them, as text; nil for anything else and beyond ten years.
    func seconds(_ key: Key) -> Int? {
        number(key).flatMap { (0...longestLifetime).contains($0) ? Int($0) : nil }
    }

    private var longestLifetime: Double { 315_360_000 }

    /// Nil for what is not a number, infinity among it.
    private func number(_ key: Key) -> Double? {
        let value =
            (try? decode(Double.self, forKey: key)) ?? (try? decode(String.self, forKey: key)).flatMap(Double.init)
        return value.flatMap { $0.isFinite ? $0 : nil }
    }
}
