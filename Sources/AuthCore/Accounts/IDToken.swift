import Foundation
import HTTPTransport

/// The claims of an ID token that tell who signed in.
///
/// The token comes straight from the token endpoint over TLS, so its signature need not be checked
/// (OpenID Connect Core 3.1.3.7, item 6). It is never used as a credential.
struct IDToken: Decodable, Equatable {
    let issuer: String?
    let audience: [String]
    let subject: String
    let objectID: String?
    let tenantID: String?
    let nonce: String?
    let preferredUsername: String?
    let upn: String?
    let email: String?
    /// Azure AD B2C has its people's addresses here, and no other name for them.
    let emails: [String]?
    let name: String?
    /// What to give the sign-out page as `logout_hint`; an optional claim of the Microsoft identity platform.
    let loginHint: String?
    /// The tenant's domains, where its administrators let tokens have them.
    let verifiedDomains: [String]

    init(_ token: Secret) throws(AuthError) {
        let parts = token.expose().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Data(base64URL: String(parts[1])),
            let claims = try? JSONDecoder().decode(IDToken.self, from: payload)
        else { throw .identityMismatch(.unreadableIDToken) }
        self = claims
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: Claim.self)
        issuer = try claims.decodeIfPresent(String.self, forKey: .iss)
        audience = try claims.decode(OneOrMany.self, forKey: .aud).values
        subject = try claims.decode(String.self, forKey: .sub)
        objectID = try claims.decodeIfPresent(String.self, forKey: .oid)
        tenantID = try claims.decodeIfPresent(String.self, forKey: .tid)
        nonce = try claims.decodeIfPresent(String.self, forKey: .nonce)
        preferredUsername = try claims.decodeIfPresent(String.self, forKey: .preferred_username)
        upn = try claims.decodeIfPresent(String.self, forKey: .upn)
        email = try claims.decodeIfPresent(String.self, forKey: .email)
        emails = try? claims.decodeIfPresent([String].self, forKey: .emails)
        name = try claims.decodeIfPresent(String.self, forKey: .name)
        loginHint = try? claims.decodeIfPresent(String.self, forKey: .login_hint)
        // Whatever else an issuer means by these is no reason to refuse its token.
        verifiedDomains = [Claim.verified_primary_domain, .verified_secondary_domain].flatMap { claim in
            (try? claims.decodeIfPresent(OneOrMany.self, forKey: claim))?.values ?? []
        }
    }

    /// What to show the person: the first claim that issuers use for it.
    var username: String {
        [preferredUsername, upn, email, emails?.first].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? subject
    }

    private enum Claim: String, CodingKey {
        case iss, aud, sub, oid, tid, nonce, preferred_username, upn, email, emails, name, login_hint
        case verified_primary_domain, verified_secondary_domain
    }
}

/// `aud` is one string or an array of them (RFC 7519 section 4.1.3).
private struct OneOrMany: Decodable {
    let values: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let one = try? container.decode(String.self) {
            values = [one]
        } else {
            values = try container.decode([String].self)
        }
    }
}

/// The `client_info` member of a token response: who signed in, as the home tenant knows them.
///
/// Documented behaviour of the Microsoft identity platform: base64url without padding of a JSON object with
/// `uid` and `utid`; other members may be present. Both may be missing, and padding may be there.
struct ClientInfo: Decodable, Equatable {
    let uid: String?
    let utid: String?

    init?(base64URL text: String) {
        guard let data = Data(base64URL: text),
            let decoded = try? JSONDecoder().decode(ClientInfo.self, from: data)
        else { return nil }
        self = decoded
    }

    /// `uid.utid`; without a `utid` the `uid` stands for both; nil without a `uid`.
    var homeAccountID: String? {
        guard let uid, !uid.isEmpty else { return nil }
        guard let utid, !utid.isEmpty else { return "\(uid).\(uid)" }
        return "\(uid).\(utid)"
    }
}
