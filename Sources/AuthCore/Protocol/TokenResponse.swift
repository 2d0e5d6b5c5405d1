import Foundation
import HTTPTransport

/// A successful answer of a token endpoint (RFC 6749 section 5.1, OpenID Connect Core 3.1.3.3), with the members that
/// the Microsoft identity platform adds.
struct TokenResponse: Decodable {
    let accessToken: Secret?
    let tokenType: String?
    let scope: String?
    let expiresIn: Int?
    let refreshIn: Int?
    let refreshToken: Secret?
    let idToken: Secret?
    let clientInfo: String?
    let familyID: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        accessToken = try members.token(.accessToken)
        tokenType = try members.decodeIfPresent(String.self, forKey: .tokenType)
        scope = try members.decodeIfPresent(String.self, forKey: .scope)
        expiresIn = members.seconds(.expiresIn)
        refreshIn = members.seconds(.refreshIn)
        refreshToken = try members.token(.refreshToken)
        idToken = try members.token(.idToken)
        clientInfo = try? members.decodeIfPresent(String.self, forKey: .clientInfo)
        familyID = try? members.decodeIfPresent(String.self, forKey: .foci)
        guard accessToken != nil || idToken != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no token in the answer"))
        }
    }

    enum Member: String, CodingKey {
        case scope, foci
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshIn = "refresh_in"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
        case clientInfo = "client_info"
    }
}

extension KeyedDecodingContainer {
    /// A token that is there: an empty one is what some servers send for none, and must not replace one that works.
    fileprivate func token(_ key: Key) throws -> Secret? {
        let token = try decodeIfPresent(Secret.self, forKey: key)
        return token?.isEmpty == true ? nil : token
    }

    /// Seconds as a number or, as older endpoints send them, as text; nil for anything else or beyond ten years.
    func seconds(_ key: Key) -> Int? {
        let value =
            (try? decode(Double.self, forKey: key)) ?? (try? decode(String.self, forKey: key)).flatMap(Double.init)
        guard let value, (0...315_360_000).contains(value) else { return nil }
        return Int(value)
    }
}
