import FoundationEssentials

extension GraphPage {
    /// The verified domains of a tenant, from a response to `/organization` or `/domains`; empty for any other.
    ///
    /// - Parameter path: the path of the request, without version and query.
    public func verifiedDomains(ofTenant tenantID: String, requestPath path: String) -> [String] {
        let documents = isCollection ? items : [body]
        switch ResourcePath(path).segments.first?.lowercased() {
        case "organization":
            return documents.compactMap { try? JSONDecoder().decode(Organization.self, from: $0) }
                .filter { $0.id.lowercased() == tenantID.lowercased() }.flatMap { $0.verifiedDomains.map(\.name) }
        case "domains":
            return documents.compactMap { try? JSONDecoder().decode(Domain.self, from: $0) }
                .filter { $0.isVerified == true }.map(\.id)
        default: return []
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
