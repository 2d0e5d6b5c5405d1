import CryptoExtras
import FoundationEssentials
import NIOHTTP1

/// A client assertion (RFC 7523 §2.2), parsed and not yet verified.
struct UnverifiedAssertion {
    let header: JSON
    let claims: JSON
    private let signed: String
    private let signature: [UInt8]

    /// Nil for text that is not in the JWS compact serialization (RFC 7515 §7.1).
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = UnpaddedBase64URL.decode(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = "\(parts[0]).\(parts[1])"
    }

    /// `x5t#S256`, the SHA-256 of the certificate (RFC 7515 §4.1.8).
    var thumbprint: String? { header["x5t#S256"]?.string }

    /// Accepts only the two algorithms that Entra documents; in particular not `none`.
    func isSigned(by key: _RSA.Signing.PublicKey) -> Bool {
        let padding: _RSA.Signing.Padding
        switch header["alg"]?.string {
        case "PS256": padding = .PSS
        case "RS256": padding = .insecurePKCS1v1_5
        default: return false
        }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: Data(signed.utf8), padding: padding)
    }

    private static func object(_ part: Substring) -> JSON? {
        guard let json = UnpaddedBase64URL.decode(part).flatMap(JSON.init(parsing:)), json.members != nil else {
            return nil
        }
        return json
    }
}

/// Verifies the assertion of a confidential client (RFC 7523 §3).
struct ClientAssertionVerifier {
    let application: AppRegistration
    let authority: SignInAuthority
    let sandbox: SandboxState

    private static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The maximum lifetime in seconds. Entra has none and recommends ten minutes; more than a day indicates a mistake
    /// of the client.
    private static let longestLifetime = 86_400

    func verify(_ form: URLEncodedParameters) throws(EntraError) {
        guard form["client_assertion_type"] == Self.type else { throw .wrongAssertionType }
        guard let text = form["client_assertion"] else { throw .missing("client_assertion") }
        if sandbox.credentials.isRegistered(federatedToken: text) { return }
        guard let assertion = UnverifiedAssertion(text) else { throw .malformedAssertion }
        // The client is the issuer of its own assertions; other issuers need a federated identity credential.
        guard assertion.claims["iss"]?.string == application.id else { throw .unknownFederation }
        try checkSignature(assertion)
        try checkClaims(assertion.claims)
    }

    private func checkSignature(_ assertion: UnverifiedAssertion) throws(EntraError) {
        guard let thumbprint = assertion.thumbprint, let key = sandbox.credentials.key(thumbprint: thumbprint) else {
            throw .unknownCertificate(assertion.thumbprint)
        }
        guard assertion.isSigned(by: key) else { throw .assertionSignatureWrong }
    }

    private func checkClaims(_ claims: JSON) throws(EntraError) {
        let now = sandbox.clock.seconds
        guard claims["sub"]?.string == application.id else { throw .assertionOfOtherClient }
        guard claims["aud"]?.string == audience else { throw .assertionForOtherAudience(audience) }
        guard let expiry = claims["exp"]?.integer, expiry > now, expiry - now <= Self.longestLifetime,
            claims["nbf"]?.integer ?? 0 <= now + Self.clockSkew
        else { throw .assertionNotInTime }
        guard let id = claims["jti"]?.string, sandbox.credentials.use(id: id, until: expiry, now: now) else {
            throw .assertionReplayed
        }
    }

    /// The accepted clock skew in seconds.
    private static let clockSkew = 300

    /// The token endpoint URL, as in the discovery document.
    private var audience: String { "\(sandbox.base)/\(authority.pathSegment)/oauth2/v2.0/token" }
}

/// Errors of client assertions.
extension EntraError {
    static let secretAndAssertion = EntraError(
        "invalid_request", aadsts: 90023, "A request holds a 'client_secret' or a 'client_assertion', not both.")

    static let wrongAssertionType = EntraError(
        "invalid_request", aadsts: 90023,
        "The client_assertion_type must be 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'.")

    static let malformedAssertion = EntraError(
        "invalid_client", aadsts: 50027, "The client assertion is not a JSON Web Token in its compact form."
    ).with(status: .unauthorized)

    static func unknownCertificate(_ thumbprint: String?) -> EntraError {
        EntraError(
            "invalid_client", aadsts: 700027,
            "The certificate with identifier '\(thumbprint ?? "")' used to sign the client assertion is not registered "
                + "on the application."
        ).with(status: .unauthorized)
    }

    static let assertionSignatureWrong = EntraError(
        "invalid_client", aadsts: 700027, "The client assertion failed signature validation with the key that it names."
    ).with(status: .unauthorized)

    static let unknownFederation = EntraError(
        "invalid_client", aadsts: 700_213, "No federated identity record matches the presented assertion."
    ).with(status: .unauthorized)

    static let assertionOfOtherClient = EntraError(
        "invalid_client", aadsts: 700021, "The application in the client assertion is not that of the 'client_id'."
    ).with(status: .unauthorized)

    static func assertionForOtherAudience(_ wanted: String) -> EntraError {
        EntraError("invalid_client", aadsts: 700023, "The audience of the client assertion must be '\(wanted)'.")
            .with(status: .unauthorized)
    }

    static let assertionNotInTime = EntraError(
        "invalid_client", aadsts: 700024, "The client assertion is not within its valid time range."
    ).with(status: .unauthorized)

    static let assertionReplayed = EntraError(
        "invalid_client", aadsts: 50013, "The client assertion has no 'jti', or one that was used before."
    ).with(status: .unauthorized)
}
