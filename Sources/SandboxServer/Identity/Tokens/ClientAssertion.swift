import CryptoExtras
import FoundationEssentials

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
