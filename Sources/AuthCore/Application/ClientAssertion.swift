import Crypto
import CryptoExtras
import FoundationEssentials
import HTTPTransport

/// A JWT signed with the key of an app's certificate, which authenticates the app (RFC 7523 section 3).
struct ClientAssertion {
    let clientID: String
    /// The URL of the token endpoint.
    let audience: String
    let now: Date
    var id = UUID()

    /// Seconds. Documented: longer than clocks differ, and too short for a leaked assertion to be used.
    private static let lifetime: TimeInterval = 600

    /// The signature (RFC 7518 section 3.1), and the thumbprint that names the certificate (RFC 7515 section 4.1).
    enum Signature {
        case ps256, rs256, rs256WithSHA1Thumbprint
    }

    func signed(with certificate: ClientCertificate, _ signature: Signature) throws(AuthError) -> Secret {
        let header =
            switch signature {
            case .ps256: Header(alg: "PS256", x5t: nil, x5tS256: certificate.sha256Thumbprint)
            case .rs256: Header(alg: "RS256", x5t: nil, x5tS256: certificate.sha256Thumbprint)
            case .rs256WithSHA1Thumbprint: Header(alg: "RS256", x5t: certificate.sha1Thumbprint, x5tS256: nil)
            }
        guard let head = JWT.part(header), let payload = JWT.part(claims),
            let signed = try? certificate.key.signature(
                for: Data("\(head).\(payload)".utf8), padding: signature == .ps256 ? .PSS : .insecurePKCS1v1_5)
        else { throw .application(.certificate(path: certificate.path, .unusableKey)) }
        return Secret("\(head).\(payload).\(signed.rawRepresentation.base64URL)")
    }

    private var claims: Claims {
        let time = Int(now.timeIntervalSince1970)
        return Claims(
            aud: audience, iss: clientID, sub: clientID, jti: id.uuidString.lowercased(), nbf: time, iat: time,
            exp: time + Int(Self.lifetime))
    }

    private struct Header: Encodable {
        let alg: String
        let typ = "JWT"
        let x5t: String?
        let x5tS256: String?

        enum CodingKeys: String, CodingKey {
            case alg, typ, x5t
            case x5tS256 = "x5t#S256"
        }
    }

    private struct Claims: Encodable {
        let aud, iss, sub, jti: String
        let nbf, iat, exp: Int
    }
}

/// The parts of a JSON Web Token in its compact form (RFC 7515 section 3.1).
private enum JWT {
    static func part(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try? encoder.encode(value).base64URL
    }
}

extension ClientCertificate {
    /// RFC 7515 section 4.1.8.
    fileprivate var sha256Thumbprint: String { Data(SHA256.hash(data: certificate.der)).base64URL }

    /// RFC 7515 section 4.1.7. SHA-1 only names the certificate here; nothing relies on its strength.
    fileprivate var sha1Thumbprint: String { Data(Insecure.SHA1.hash(data: certificate.der)).base64URL }
}
