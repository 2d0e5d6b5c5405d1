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
