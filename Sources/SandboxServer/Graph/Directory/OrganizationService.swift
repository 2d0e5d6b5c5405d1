import NIOHTTP1

/// The tenant itself: what it is called, and which domains are its own.
struct OrganizationService {
    var routes: [GraphRoute] {
        let readOrganization = ["User.Read", "User.Read.All"] + Self.readDetails
        let readDomains = ["Domain.Read.All", "Directory.Read.All"]
        return [
            GraphRoute(.GET, "organization", needs: readOrganization, handler: organizations),
            GraphRoute(.GET, "organization/{id}", needs: readOrganization, handler: organization),
            GraphRoute(.GET, "domains", .workAccounts, needs: readDomains, handler: domains),
            GraphRoute(.GET, "domains/{id}", .workAccounts, needs: readDomains, handler: domain),
        ]
    }

    private static let readDetails = ["Organization.Read.All", "Directory.Read.All", "Directory.ReadWrite.All"]

    private func organizations(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let organization = try json(call)
        return try Listing(count: 1, item: { _ in organization }, context: "organization").page(for: call)
    }

    private func organization(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let (id, organization) = (call.parameter("id"), try json(call))
        guard id.lowercased() == call.token.tenant.id else { throw .noSuchObject(id) }
        let context: JSON = ["@odata.context": call.context("organization/$entity")]
        return .json(context.merging(Selection(call.query.select, defaults: nil).apply(organization)))
    }

    /// With `User.Read` alone the name and the domains are all there is to see, as documented; the rest is null.
    private func json(_ call: GraphCall) throws(GraphError) -> JSON {
        let tenant = call.token.tenant
        guard !tenant.isPersonal else { throw .noOrganization }
        let seesDetails = Self.readDetails.contains { call.token.permissions.contains($0) }
        return [
            "id": .string(tenant.id), "displayName": .string(tenant.displayName),
            "countryLetterCode": seesDetails ? "DE" : nil,
            "createdDateTime": seesDetails ? "2015-03-01T09:00:00Z" : nil, "tenantType": seesDetails ? "AAD" : nil,
            "verifiedDomains": .array(tenant.domains.map(Self.verified)),
        ]
    }

    private func domains(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let items = call.token.tenant.domains.map(Self.json)
        return try Listing(count: items.count, item: { items[$0] }, context: "domains", defaultPage: 100).page(
            for: call)
    }

    private func domain(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let name = call.parameter("id")
        guard let domain = call.token.tenant.domains.first(where: { $0.name == name.lowercased() }) else {
            throw .noSuchObject(name)
        }
        let context: JSON = ["@odata.context": call.context("domains/$entity")]
        return .json(context.merging(Self.json(domain)))
    }

    private static func verified(_ domain: Domain) -> JSON {
        [
            "capabilities": "Email, OfficeCommunicationsOnline", "isDefault": .bool(domain.isDefault),
            "isInitial": .bool(domain.isInitial), "name": .string(domain.name), "type": "Managed",
        ]
    }

    private static func json(_ domain: Domain) -> JSON {
        [
            "authenticationType": "Managed", "availabilityStatus": nil, "id": .string(domain.name),
            "isAdminManaged": true, "isDefault": .bool(domain.isDefault), "isInitial": .bool(domain.isInitial),
            "isRoot": true, "isVerified": true, "supportedServices": ["Email", "OfficeCommunicationsOnline"],
        ]
    }
}

extension GraphError {
    /// What Graph has been seen to answer a personal account that asks for its organization
    /// (microsoftgraph/msgraph-sdk-java issue 823).
    static let noOrganization = GraphError(
        .internalServerError, "InternalServerError", "Unable to find target address")
}
