import NIOHTTP1

/// The documents clients configure themselves from.
struct DiscoveryEndpoint {
    let emulation: Emulation

    func configuration(of authority: Authority) -> Response {
        let root = "\(emulation.base)/\(authority.pathSegment)"
        let region: JSON = authority.pathSegment == authority.issuerTenant ? "EU" : nil
        let document: JSON = [
            "token_endpoint": .string("\(root)/oauth2/v2.0/token"),
            "token_endpoint_auth_methods_supported": [
                "client_secret_post", "private_key_jwt", "client_secret_basic",
            ],
            "jwks_uri": .string("\(root)/discovery/v2.0/keys"),
            "response_modes_supported": ["query", "fragment", "form_post"],
            "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["ES256"],
            "response_types_supported": ["code"],
            "scopes_supported": ["openid", "profile", "email", "offline_access"],
            "issuer": .string("\(emulation.base)/\(authority.issuerTenant)/v2.0"),
            "request_uri_parameter_supported": false,
            "userinfo_endpoint": .string("\(emulation.base)/oidc/userinfo"),
            "authorization_endpoint": .string("\(root)/oauth2/v2.0/authorize"),
            "device_authorization_endpoint": .string("\(root)/oauth2/v2.0/devicecode"),
            "http_logout_supported": true,
            "frontchannel_logout_supported": true,
            "end_session_endpoint": .string("\(root)/oauth2/v2.0/logout"),
            "claims_supported": [
                "sub", "iss", "aud", "exp", "iat", "nonce", "preferred_username", "name", "tid", "ver", "oid", "email",
            ],
            "tenant_region_scope": region,
            "cloud_instance_name": .string(host),
            "cloud_graph_host_name": .string(host),
            "msgraph_host": .string(host),
        ]
        return cached(document)
    }

    /// The emulator is the only host of its cloud, and its own only alias.
    func instance(_ request: Request) -> Response {
        let authorization = request.query["authorization_endpoint"] ?? ""
        guard let asked = Self.host(of: authorization), isOwn(asked) else {
            let trace = ErrorTrace(request: request, clock: emulation.clock)
            return trace.response(for: .invalidInstance(authorization), base: emulation.base)
        }
        let tenant = authorization.split(separator: "/").dropFirst(2).first.map(String.init) ?? "common"
        return cached([
            "tenant_discovery_endpoint": .string(
                "\(emulation.base)/\(PercentCoding.encode(tenant))/v2.0/.well-known/openid-configuration"),
            "api-version": "1.1",
            "metadata": [
                [
                    "preferred_network": .string(asked), "preferred_cache": .string(asked),
                    "aliases": [.string(asked)],
                ]
            ],
        ])
    }

    func keys() -> Response {
        cached(["keys": [emulation.signer.publicKey]])
    }

    private var host: String { "localhost:\(emulation.port)" }

    private func isOwn(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host == "\($0):\(emulation.port)" }
    }

    private func cached(_ document: JSON) -> Response {
        var response = Response.json(document)
        response.headers.add(name: "Cache-Control", value: "max-age=86400, private")
        response.headers.add(name: "Access-Control-Allow-Origin", value: "*")
        return response
    }

    private static func host(of url: String) -> String? {
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 2 && parts[1].isEmpty ? String(parts[2]).lowercased() : nil
    }
}
