import FoundationEssentials
import HTTPTransport

/// The `claims` parameter of a request (OpenID Connect Core 1.0 section 5.5).
enum ClaimsRequest {
    /// The claims that a server demanded together with the client's capabilities, as one JSON document.
    ///
    /// Documented behaviour of the Microsoft identity platform: capabilities are the claim `xms_cc` of the access token.
    /// Every other member of the demanded claims is passed on. A text that is not a JSON object is passed on unchanged.
    ///
    /// - Parameter capabilities: Such as `cp1`, by which the client declares that it answers claims challenges.
    static func merge(_ demanded: String?, capabilities: [String]) -> String? {
        guard !capabilities.isEmpty else { return demanded }
        var claims: [String: JSONValue] = [:]
        if let demanded {
            guard let object = JSONValue(parsing: Data(demanded.utf8))?.objectValue else { return demanded }
            claims = object
        }
        var accessToken = claims["access_token"]?.objectValue ?? [:]
        accessToken["xms_cc"] = ["values": .array(capabilities.map { .string($0) })]
        claims["access_token"] = .object(accessToken)
        let document = try? JSONValue.object(claims).jsonData()
        return document.map { String(decoding: $0, as: UTF8.self) } ?? demanded
    }
}

extension String? {
    /// The `claims` field of a form or query; none without claims.
    var claimsField: [(String, String)] { map { [("claims", $0)] } ?? [] }
}
