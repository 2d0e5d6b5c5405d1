import FoundationEssentials
import HTTPTransport

/// The claims of an ID token (OpenID Connect Core 1.0 section 2) that identify the account.
///
/// The token comes from the token endpoint over TLS, so its signature need not be checked (section 3.1.3.7, item 6). It
/// is never used as a credential.
///
/// Claims that only name or describe the account count as absent where an issuer uses them for something else.
struct IDToken: Decodable, Equatable {
    let issuer: String?
    let audience: [String]
    /// The client that the token was issued to.
    let authorizedParty: String?
    let subject: String
    let objectID: String?
    let tenantID: String?
    let nonce: String?
    let preferredUsername: String?
    let upn: String?
    let email: String?
    /// The addresses of an Azure AD B2C account, which has no other username.
    let emails: [String]?
    let name: String?
    /// The value of the sign-out page's `logout_hint`; an optional claim of the Microsoft identity platform.
    let loginHint: String?
    /// The tenant's domains, where its administrators allow them in tokens.
    let verifiedDomains: [String]
    /// The first of the other required claims that is absent: `iss`, `exp` or `iat`.
    let missingClaim: String?

    /// - Throws: ``AuthError/identityMismatch(_:)`` for a text that is not a JWT, or without `sub` and `aud`.
    init(_ token: Secret) throws(AuthError) {
        let parts = token.expose().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Data(base64URL: parts[1]) else {
            throw .identityMismatch(.unreadableIDToken)
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: payload)
        } catch DecodingError.keyNotFound(let claim, _) {
            throw .identityMismatch(.missingClaim(claim.stringValue))
        } catch {
            throw .identityMismatch(.unreadableIDToken)
        }
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: Claim.self)
        issuer = try claims.decodeIfPresent(String.self, forKey: .iss)
        audience = try claims.decode(OneOrMany.self, forKey: .aud).values
        authorizedParty = try claims.decodeIfPresent(String.self, forKey: .azp)
        subject = try claims.decode(String.self, forKey: .sub)
        // An empty subject would make all accounts of the issuer one.
        guard !subject.isEmpty else {
            throw DecodingError.keyNotFound(Claim.sub, .init(codingPath: [], debugDescription: ""))
        }
        objectID = try? claims.decodeIfPresent(String.self, forKey: .oid)
        tenantID = try? claims.decodeIfPresent(String.self, forKey: .tid)
        nonce = try claims.decodeIfPresent(String.self, forKey: .nonce)
        preferredUsername = try? claims.decodeIfPresent(String.self, forKey: .preferred_username)
        upn = try? claims.decodeIfPresent(String.self, forKey: .upn)
        email = try? claims.decodeIfPresent(String.self, forKey: .email)
        emails = try? claims.decodeIfPresent([String].self, forKey: .emails)
        name = try? claims.decodeIfPresent(String.self, forKey: .name)
        loginHint = try? claims.decodeIfPresent(String.self, forKey: .login_hint)
        missingClaim = try [Claim.iss, .exp, .iat].first {
            try !claims.contains($0) || claims.decodeNil(forKey: $0)
        }?.rawValue
        verifiedDomains = [Claim.verified_primary_domain, .verified_secondary_domain].flatMap { claim in
            (try? claims.decodeIfPresent(OneOrMany.self, forKey: claim))?.values ?? []
        }
    }

    /// The name to display: the first of the claims that issuers use for it, else the subject.
    var username: String { namedUsername ?? subject }

    /// Nil without any such claim: the ID token of a refresh may lack those of the sign-in's (OpenID Connect Core 1.0
    /// section 12.2).
    var namedUsername: String? {
        [preferredUsername, upn, email, emails?.first].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    /// See ``Authority/tenantID(inIssuer:)``.
    var issuerTenantID: String? {
        issuer.flatMap(Authority.tenantID(inIssuer:))
    }

    /// The tenant in the issuer's path, which an emulator of the platform may name by its domain; nil without a path.
    var issuerTenant: String? {
        issuerTenantID ?? issuer?.split(separator: "/").dropFirst(2).first.map(String.init)
    }

    private enum Claim: String, CodingKey {
        case iss, aud, azp, sub, exp, iat, oid, tid, nonce, preferred_username, upn, email, emails, name, login_hint
        case verified_primary_domain, verified_secondary_domain
    }
}

/// A string or an array of strings, as `aud` is (RFC 7519 section 4.1.3).
struct OneOrMany: Decodable {
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

/// The `client_info` member of a token response: the account's ids in its home tenant.
///
/// Documented behaviour of the Microsoft identity platform: base64url without padding of a JSON object with `uid` and
/// `utid`. Both may be missing, other members may be present, and padding may be there.
struct ClientInfo: Decodable, Equatable {
    let uid: String?
    let utid: String?

    /// Nil for a text that is not base64url of a JSON object.
    init?(base64URL text: String) {
        guard let data = Data(base64URL: text),
            let decoded = try? JSONDecoder().decode(Self.self, from: data)
        else { return nil }
        self = decoded
    }

    /// `uid.utid`; `uid.uid` without a `utid`; nil without a `uid`.
    var homeAccountID: String? {
        guard let uid, !uid.isEmpty else { return nil }
        guard let utid, !utid.isEmpty else { return "\(uid).\(uid)" }
        return "\(uid).\(utid)"
    }
}
