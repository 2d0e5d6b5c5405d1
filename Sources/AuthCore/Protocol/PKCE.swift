import Crypto
import Foundation
import HTTPTransport

/// Proof Key for Code Exchange (RFC 7636) with the S256 method.
struct PKCE: Sendable {
    let verifier: String

    /// A verifier of 32 random octets, 43 characters (RFC 7636 section 4.1).
    init() {
        verifier = RandomToken.make()
    }

    init(verifier: String) {
        self.verifier = verifier
    }

    /// BASE64URL(SHA256(verifier)), RFC 7636 section 4.2.
    var challenge: String {
        Data(SHA256.hash(data: Data(verifier.utf8))).base64URL
    }
}

/// Unguessable text for `state`, `nonce` and code verifiers.
enum RandomToken {
    /// 256 bits of the system's randomness, base64url.
    static func make() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL
    }
}
