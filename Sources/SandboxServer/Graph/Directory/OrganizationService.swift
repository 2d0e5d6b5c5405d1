import NIOHTTP1

/// The tenant: its name and its domains.
struct OrganizationService {
    var routes: [GraphRoute] {
        let readOrganization = ["User.Read", "User.Read.All"] + Self.readDetails
        let readDomains = ["Domain.Read.All", "Directory.Read.All"]
        return [
            GraphRoute(.GET, "organization", needs: readOrganization, handler: organizations),
            GraphRoute(.GET, "organization/{id}", needs: readOrganization, handler: organization),
            GraphRoute(.GET, "domains", for: .workAccounts, needs: readDomains, handler: domains),
            GraphRoute(.GET, "domains/{id}", for: .workAccounts, needs: readDomains, handler: domain),
        ]
    }

    private static let readDetails = ["Organization.Read.All", "Directory.Read.All", "Directory.ReadWrite.All"]

    private func organizations(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let organization = try json(operation)
        return try PagedCollection(count: 1, item: { _ in organization }, context: "organization").page(for: operation)
    }

    private func organization(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (id, organization) = (operation.parameter("id"), try json(operation))
        guard id.lowercased() == operation.token.tenant.id else { throw .noSuchObject(id) }
        return .json(operation.entity(organization, of: "organization"))
    }

    /// With `User.Read` alone only the name and the verified domains are returned, as documented; other properties are
    /// null.
    private func json(_ operation: GraphOperation) throws(GraphErrorResponse) -> JSON {
        let tenant = operation.token.tenant
        guard !tenant.isPersonal else { throw .noOrganization }
        let seesDetails = Self.readDetails.contains { operation.token.permissions.contains($0) }
        return [
            "id": .string(tenant.id), "displayName": .string(tenant.displayName),
            "countryLetterCode": seesDetails ? "DE" : nil,
            "createdDateTime": seesDetails ? "2015-03-01T09:00:00Z" : nil, "tenantType": seesDetails ? "AAD" : nil,
            "verifiedDomains": .array(tenant.domains.map(Self.verified)),
        ]
    }

    private func domains(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let items = operation.token.tenant.domains.map(Self.json)
        return try PagedCollection(count: items.count, item: { items[$0] }, context: "domains", defaultPage: 100).page(
            for: operation)
    }

    private func domain(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let name = operation.parameter("id")
        guard let domain = operation.token.tenant.domains.first(where: { $0.name == name.lowercased() }) else {
            throw .noSuchObject(name)
        }
        return .json(operation.entity(Self.json(domain), of: "domains"))
    }

    private static func verified(_ domain: VerifiedDomain) -> JSON {
        [
            "capabilities": "Email, OfficeCommunicationsOnline", "isDefault": .bool(domain.isDefault),
            "isInitial": .bool(domain.isInitial), "name": .string(domain.name), "type": "Managed",
        ]
    }

    private static func json(_ domain: VerifiedDomain) -> JSON {
        [
            "authenticationType": "Managed", "availabilityStatus": nil, "id": .string(domain.name),
            "isAdminManaged": true, "isDefault": .bool(domain.isDefault), "isInitial": .bool(domain.isInitial),
            "isRoot": true, "isVerified": true, "supportedServices": ["Email", "OfficeCommunicationsOnline"],
        ]
    }
}

extension GraphErrorResponse {
    /// The response of Graph to a personal account that requests its organization (microsoftgraph/msgraph-sdk-java
    /// issue 823).
    static let noOrganization = GraphErrorResponse(
        .internalServerError, code: "InternalServerError", "Unable to find target address")
}
