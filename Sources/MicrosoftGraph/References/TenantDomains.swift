import FoundationEssentials

/// The domains of a tenant in a response of Graph.
public struct TenantDomains: Hashable, Sendable {
    public let verified: [String]
    /// The domains that are listed and are not the tenant's; nil where the list of the verified ones is complete.
    public let unverified: [String]?
}

extension GraphPage {
    /// The domains of a tenant, from a response to `/organization` or `/domains`; nil for any other.
    ///
    /// - Parameter path: the path of the request, without version and query.
    public func domains(ofTenant tenantID: String, requestPath path: String) -> TenantDomains? {
        let documents = isCollection ? items : [body]
        switch ResourcePath(path).segments.first?.lowercased() {
        case "organization":
            let organizations = documents.compactMap { try? JSONDecoder().decode(Organization.self, from: $0) }
            guard let own = organizations.first(where: { $0.id.lowercased() == tenantID.lowercased() }) else {
                return nil
            }
            return TenantDomains(verified: own.verifiedDomains.map(\.name), unverified: nil)
        case "domains":
            let domains = documents.compactMap { try? JSONDecoder().decode(Domain.self, from: $0) }
            return TenantDomains(
                verified: domains.filter { $0.isVerified == true }.map(\.id),
                unverified: domains.filter { $0.isVerified == false }.map(\.id))
        default: return nil
        }
    }

    private struct Organization: Decodable {
        let id: String
        let verifiedDomains: [Name]
        struct Name: Decodable { let name: String }
    }

    private struct Domain: Decodable {
        let id: String
        let isVerified: Bool?
    }
}
