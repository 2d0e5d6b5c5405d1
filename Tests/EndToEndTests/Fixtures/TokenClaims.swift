import Foundation
import Testing

/// The claims of a JSON Web Token, unverified.
func tokenClaims(of token: String) throws -> [String: Any] {
    let part = try #require(token.split(separator: ".").dropFirst().first)
    let base64 = part.replacing("-", with: "+").replacing("_", with: "/")
    let padded = String(base64) + String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    let object = try JSONSerialization.jsonObject(with: try #require(Data(base64Encoded: padded)))
    return try #require(object as? [String: Any])
}

extension Data {
    /// Base64 for URLs, without padding (RFC 4648 section 5).
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
