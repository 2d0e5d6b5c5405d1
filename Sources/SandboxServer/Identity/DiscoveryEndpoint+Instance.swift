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
