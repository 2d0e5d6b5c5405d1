import NIOHTTP1

/// The documents clients configure themselves from.
struct DiscoveryEndpoint {
    let emulation: Emulation

    func configuration(of authority: Authority) -> Response {
        let root = "\(emulation.base)/\(authority.pathSegment)"
        let names = emulation.origin.cloud.legacyNames
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
            "issuer": .string(emulation.origin.issuer(tenant: authority.issuerTenant)),
            "request_uri_parameter_supported": false,
            "userinfo_endpoint": .string("\(emulation.origin.graph)/oidc/userinfo"),
            "authorization_endpoint": .string("\(root)/oauth2/v2.0/authorize"),
            "device_authorization_endpoint": .string("\(root)/oauth2/v2.0/devicecode"),
            "http_logout_supported": true,
            "frontchannel_logout_supported": true,
            "end_session_endpoint": .string("\(root)/oauth2/v2.0/logout"),
            "claims_supported": [
                "sub", "iss", "aud", "exp", "iat", "nonce", "preferred_username", "name", "tid", "ver", "oid", "email",
            ],
            "tenant_region_scope": region,
            "cloud_instance_name": .string(names?.instance ?? emulation.origin.graphHost),
            "cloud_graph_host_name": .string(names?.graph ?? emulation.origin.graphHost),
            "msgraph_host": .string(emulation.origin.graphHost),
        ]
        return cached(document)
    }

    func keys() -> Response {
        cached(["keys": [emulation.signer.publicKey]])
    }

    func cached(_ document: JSON) -> Response {
        var response = Response.json(document)
        response.headers.add(name: "Cache-Control", value: "max-age=86400, private")
        response.headers.add(name: "Access-Control-Allow-Origin", value: "*")
        return response
    }
}
