import CryptoExtras
import FoundationEssentials
import NIOHTTP1

/// A JSON Web Token by which a client says who it is (RFC 7523 §2.2), taken apart and not yet believed.
struct ClientAssertion {
    let header: JSON
    let claims: JSON
    private let signed: String
    private let signature: [UInt8]

    /// Nil for what is not a token in the compact form (RFC 7515 §7.1).
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = "\(parts[0]).\(parts[1])"
    }

    /// RFC 7515 §4.1.8.
    var thumbprint: String? { header["x5t#S256"]?.string }

    /// Only the two algorithms Entra documents; above all not `none`.
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
        guard let json = Base64URL.decode(part).flatMap(JSON.init(parsing:)), json.members != nil else { return nil }
        return json
    }
}

/// Whether the confidential client is who its assertion says (RFC 7523 §3).
struct AssertionCheck {
    let application: Application
    let authority: Authority
    let emulation: Emulation

    private static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// Entra sets no limit and recommends ten minutes; more than a day is a client's mistake.
    private static let longestLifetime = 86_400

    func verify(_ form: FormFields) throws(EntraError) {
        guard form["client_assertion_type"] == Self.type else { throw .wrongAssertionType }
        guard let text = form["client_assertion"] else { throw .missing("client_assertion") }
        if emulation.credentials.isRegistered(federatedToken: text) { return }
        guard let assertion = ClientAssertion(text) else { throw .malformedAssertion }
        // An app issues its own statements; what another has issued would have to be a federation's.
        guard assertion.claims["iss"]?.string == application.id else { throw .unknownFederation }
        try checkSignature(assertion)
        try checkClaims(assertion.claims)
    }

    private func checkSignature(_ assertion: ClientAssertion) throws(EntraError) {
        guard let thumbprint = assertion.thumbprint, let key = emulation.credentials.key(thumbprint: thumbprint) else {
            throw .unknownCertificate(assertion.thumbprint)
        }
        guard assertion.isSigned(by: key) else { throw .assertionSignatureWrong }
    }

    private func checkClaims(_ claims: JSON) throws(EntraError) {
        let now = emulation.clock.seconds
        guard claims["sub"]?.string == application.id else { throw .assertionOfOtherClient }
        guard claims["aud"]?.string == audience else { throw .assertionForOtherAudience(audience) }
        guard let expiry = claims["exp"]?.integer, expiry > now, expiry - now <= Self.longestLifetime,
            claims["nbf"]?.integer ?? 0 <= now + Self.clockSkew
        else { throw .assertionNotInTime }
        guard let id = claims["jti"]?.string, emulation.credentials.use(id: id, until: expiry, now: now) else {
            throw .assertionReplayed
        }
    }

    /// How far the clocks of two machines may be apart, in seconds.
    private static let clockSkew = 300

    /// The token endpoint, as its discovery document names it.
    private var audience: String { "\(emulation.base)/\(authority.pathSegment)/oauth2/v2.0/token" }
}

/// Refusals of a client that proves itself with an assertion instead of a secret.
extension EntraError {
    static let secretAndAssertion = EntraError(
        "invalid_request", 90023, "A request holds a 'client_secret' or a 'client_assertion', not both.")

    static let wrongAssertionType = EntraError(
        "invalid_request", 90023,
        "The client_assertion_type must be 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'.")

    static let malformedAssertion = EntraError(
        "invalid_client", 50027, "The client assertion is not a JSON Web Token in its compact form."
    ).with(status: .unauthorized)

    static func unknownCertificate(_ thumbprint: String?) -> EntraError {
        EntraError(
            "invalid_client", 700027,
            "The certificate with identifier '\(thumbprint ?? "")' used to sign the client assertion is not registered "
                + "on the application."
        ).with(status: .unauthorized)
    }

    static let assertionSignatureWrong = EntraError(
        "invalid_client", 700027, "The client assertion failed signature validation with the key that it names."
    ).with(status: .unauthorized)

    static let unknownFederation = EntraError(
        "invalid_client", 700_213, "No federated identity record matches the presented assertion."
    ).with(status: .unauthorized)

    static let assertionOfOtherClient = EntraError(
        "invalid_client", 700021, "The application in the client assertion is not that of the 'client_id'."
    ).with(status: .unauthorized)

    static func assertionForOtherAudience(_ wanted: String) -> EntraError {
        EntraError("invalid_client", 700023, "The audience of the client assertion must be '\(wanted)'.")
            .with(status: .unauthorized)
    }

    static let assertionNotInTime = EntraError(
        "invalid_client", 700024, "The client assertion is not within its valid time range."
    ).with(status: .unauthorized)

    static let assertionReplayed = EntraError(
        "invalid_client", 50013, "The client assertion has no 'jti', or one that was used before."
    ).with(status: .unauthorized)
}
