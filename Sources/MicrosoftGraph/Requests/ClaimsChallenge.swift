import Foundation
import HTTPTransport

/// The claims that a resource demands of the next token (continuous access evaluation, authentication context).
///
/// Documented behaviour: status 401 with `WWW-Authenticate: Bearer … error="insufficient_claims", claims="<base64>"`.
enum ClaimsChallenge {
    /// The claims as JSON text; nil when the answer demands none.
    static func claims(in headers: HTTPHeaders) -> String? {
        for challenge in AuthenticationChallenge.all(in: headers) where challenge.scheme == "bearer" {
            guard challenge.parameters["error"] == "insufficient_claims",
                let encoded = challenge.parameters["claims"], let claims = decode(encoded)
            else { continue }
            return claims
        }
        return nil
    }

    /// Standard or URL-safe base64, padded or not: services differ.
    private static func decode(_ text: String) -> String? {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), (try? JSONSerialization.jsonObject(with: data)) is [String: Any]
        else { return nil }
        return String(data: data, encoding: .utf8)
    }
}
