import Crypto

/// Signs with ES256 (RFC 7518 §3.4) and publishes the key to check with.
///
/// Entra signs with RSA; a client that reads the key set has to go by `alg` and `kid` in either case.
struct TokenSigner {
    private let key = P256.Signing.PrivateKey()
    private let keyID = RandomID.token(bytes: 20)

    var publicKey: JSON {
        let point = key.publicKey.rawRepresentation
        return [
            "kty": "EC", "use": "sig", "alg": "ES256", "crv": "P-256", "kid": .string(keyID),
            "x": .string(Base64URL.encode(point.prefix(32))), "y": .string(Base64URL.encode(point.suffix(32))),
        ]
    }

    func sign(_ claims: JSON) -> String {
        let header: JSON = ["typ": "JWT", "alg": "ES256", "kid": .string(keyID)]
        let text = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(claims.serialized()))"
        // P-256 signing of data in memory has no way to fail; an unsigned token would be found out at once.
        let signature = try? key.signature(for: Array(text.utf8)).rawRepresentation
        return "\(text).\(signature.map(Base64URL.encode) ?? "")"
    }
}
