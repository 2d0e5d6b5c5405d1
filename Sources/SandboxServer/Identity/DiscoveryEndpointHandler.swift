import NIOHTTP1

/// The OpenID Connect discovery document (OpenID Connect Discovery §4) and the signing keys.
struct DiscoveryEndpointHandler {
    let sandbox: SandboxState

    func configuration(of authority: SignInAuthority) -> HTTPServerResponse {
        let root = "\(sandbox.base)/\(authority.pathSegment)"
        let names = sandbox.host.cloud.legacyNames
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
            "issuer": .string(sandbox.host.issuer(tenant: authority.issuerTenant)),
            "request_uri_parameter_supported": false,
            "userinfo_endpoint": .string("\(sandbox.host.graph)/oidc/userinfo"),
            "authorization_endpoint": .string("\(root)/oauth2/v2.0/authorize"),
            "device_authorization_endpoint": .string("\(root)/oauth2/v2.0/devicecode"),
            "http_logout_supported": true,
            "frontchannel_logout_supported": true,
            "end_session_endpoint": .string("\(root)/oauth2/v2.0/logout"),
            "claims_supported": [
                "sub", "iss", "aud", "exp", "iat", "nonce", "preferred_username", "name", "tid", "ver", "oid", "email",
            ],
            "tenant_region_scope": region,
            "cloud_instance_name": .string(names?.instance ?? sandbox.host.graphHost),
            "cloud_graph_host_name": .string(names?.graph ?? sandbox.host.graphHost),
            "msgraph_host": .string(sandbox.host.graphHost),
        ]
        return cacheable(document)
    }

    func keys() -> HTTPServerResponse {
        cacheable(["keys": [sandbox.signer.publicKey]])
    }

    func cacheable(_ document: JSON) -> HTTPServerResponse {
        var response = HTTPServerResponse.json(document)
        response.headers.add(name: "Cache-Control", value: "max-age=86400, private")
        response.headers.add(name: "Access-Control-Allow-Origin", value: "*")
        return response
    }
}

/// Instance discovery (`/common/discovery/instance`): the login hosts of each cloud instance and their aliases.
extension DiscoveryEndpointHandler {
    func instance(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let authorization = request.query["authorization_endpoint"] ?? ""
        guard let host = Self.host(of: authorization), case let metadata = metadata(about: host),
            metadata.contains(where: { $0.aliases.contains(host) })
        else {
            let trace = ErrorTrace(request: request, clock: sandbox.clock)
            return trace.response(for: .invalidInstance(authorization), base: sandbox.base)
        }
        let tenant = authorization.split(separator: "/").dropFirst(2).first.map(String.init) ?? "common"
        let base = sandbox.host.cloud == .loopback ? sandbox.base : "https://\(host)"
        return cacheable([
            "tenant_discovery_endpoint": .string(
                "\(base)/\(URLEscaping.encode(tenant))/v2.0/.well-known/openid-configuration"),
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

    /// On loopback each name of this machine has only itself as alias. On Microsoft's hosts the metadata lists all
    /// cloud instances. Empty for an unknown host.
    private func metadata(about host: String) -> [Instance] {
        guard sandbox.host.cloud == .loopback else {
            return CloudInstance.allCases.compactMap { cloud in
                guard let network = cloud.loginHosts.first, let cache = cloud.preferredCacheHost else { return nil }
                return Instance(network: network, cache: cache, aliases: cloud.loginHosts)
            }
        }
        let isOwn = ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host == "\($0):\(sandbox.port)" }
        return isOwn ? [Instance(network: host, cache: host, aliases: [host])] : []
    }

    private static func host(of url: String) -> String? {
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 2 && parts[1].isEmpty ? String(parts[2]).lowercased() : nil
    }
}
