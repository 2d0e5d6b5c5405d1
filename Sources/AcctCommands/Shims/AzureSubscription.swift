import AccountProfiles
import AuthCore
import HTTPTransport

/// A subscription, or the account of a tenant without one, as the Azure CLI stores it.
struct AzureSubscription {
    let id, name, tenantID: String
    let isDefault: Bool
    /// All members of the stored object.
    let members: [String: JSONValue]

    /// Nil without a tenant.
    init?(_ members: [String: JSONValue]) {
        guard let tenantID = members["tenantId"]?.stringValue else { return nil }
        (self.tenantID, self.members) = (tenantID, members)
        id = members["id"]?.stringValue ?? ""
        name = members["name"]?.stringValue ?? ""
        isDefault = members["isDefault"] == .bool(true)
    }

    /// The account of a profile's tenant, in the form of `az login --allow-no-subscriptions`.
    init(tenantOf profile: Profile) {
        (id, tenantID, name, isDefault) = (profile.tenantID, profile.tenantID, "N/A(tenant level account)", true)
        members = [
            "id": .string(id), "name": .string(name), "tenantId": .string(tenantID), "isDefault": .bool(isDefault),
            "state": "Enabled", "environmentName": .string(profile.azureCloudName),
        ]
    }

    /// The object that `az account show` prints, with the profile's account as its user. The Azure CLI itself acts through
    /// a managed identity inside `acct exec`, which some tools refuse.
    func description(for profile: Profile) -> JSONValue {
        let isApp = profile.kind == .app
        let user: JSONValue = [
            "name": .string(isApp ? profile.clientID : profile.usernameOrName),
            "type": isApp ? "servicePrincipal" : "user",
        ]
        return .object(members.merging(["user": user]) { $1 })
    }
}

extension [AzureSubscription] {
    /// The subscription with that id or name, without regard to case; the default one for nil.
    ///
    /// - Returns: nil also where several have the name.
    func chosen(by idOrName: String?) -> AzureSubscription? {
        guard let wanted = idOrName?.lowercased() else { return first(where: \.isDefault) }
        let matches = filter { $0.id.lowercased() == wanted || $0.name.lowercased() == wanted }
        return matches.count == 1 ? matches[0] : nil
    }
}
