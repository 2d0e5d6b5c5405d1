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

/// Instance discovery: which login hosts are the platform's own, and which of them are one and the same.
extension DiscoveryEndpoint {
    func instance(_ request: Request) -> Response {
        let authorization = request.query["authorization_endpoint"] ?? ""
        guard let asked = Self.host(of: authorization), case let metadata = metadata(about: asked),
            metadata.contains(where: { $0.aliases.contains(asked) })
        else {
            let trace = ErrorTrace(request: request, clock: emulation.clock)
            return trace.response(for: .invalidInstance(authorization), base: emulation.base)
        }
        let tenant = authorization.split(separator: "/").dropFirst(2).first.map(String.init) ?? "common"
        let base = emulation.origin.cloud == .loopback ? emulation.base : "https://\(asked)"
        return cached([
            "tenant_discovery_endpoint": .string(
                "\(base)/\(PercentCoding.encode(tenant))/v2.0/.well-known/openid-configuration"),
            "api-version": "1.1",
            "metadata": .array(metadata.map(\.json)),
        ])
    }

    private struct Instance {
        let network, cache: String
        let aliases: [String]

        var json: JSON {
            [
                "preferred_network": .string(network), "preferred_cache": .string(cache),
                "aliases": .array(aliases.map { .string($0) }),
            ]
        }
    }

    /// On loopback each name of this machine is its own only alias; in the world every cloud knows of the others.
    private func metadata(about asked: String) -> [Instance] {
        guard emulation.origin.cloud == .loopback else {
            return Cloud.allCases.compactMap { cloud in
                guard let network = cloud.loginHosts.first, let cache = cloud.cacheHost else { return nil }
                return Instance(network: network, cache: cache, aliases: cloud.loginHosts)
            }
        }
        let isOwn = ["localhost", "127.0.0.1", "[::1]"].contains { asked == $0 || asked == "\($0):\(emulation.port)" }
        return isOwn ? [Instance(network: asked, cache: asked, aliases: [asked])] : []
    }

    private static func host(of url: String) -> String? {
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 2 && parts[1].isEmpty ? String(parts[2]).lowercased() : nil
    }
}
