import Foundation

/// The `claims` parameter of a request (OpenID Connect Core 5.5): what a server demands, with what the client can do.
enum ClaimsRequest {
    /// Demands and capabilities in one document, with everything that the server wrote kept.
    ///
    /// Documented behaviour of the Microsoft identity platform: capabilities are `xms_cc` of the access token. Demands that
    /// are no JSON object cannot be added to, and go out as they came.
    ///
    /// - Parameter capabilities: such as `cp1`, which says that the client answers claims challenges.
    static func merged(_ demands: String?, capabilities: [String]) -> String? {
        guard !capabilities.isEmpty else { return demands }
        var claims: [String: Any] = [:]
        if let demands {
            guard let object = (try? JSONSerialization.jsonObject(with: Data(demands.utf8))) as? [String: Any] else {
                return demands
            }
            claims = object
        }
        var accessToken = claims["access_token"] as? [String: Any] ?? [:]
        accessToken["xms_cc"] = ["values": capabilities]
        claims["access_token"] = accessToken
        let text = try? JSONSerialization.data(withJSONObject: claims, options: [.sortedKeys, .withoutEscapingSlashes])
        return text.map { String(decoding: $0, as: UTF8.self) } ?? demands
    }
}
