/// An account of the device, as the broker describes it to applications.
struct BrokerAccount {
    let identity: TenantIdentity
    /// The host of the authority, with the port if that is not the default.
    let environment: String

    var homeAccountID: String { identity.account.homeAccountID }

    var username: String { identity.account.username }

    /// The `account` object of requests and responses.
    var json: JSON {
        [
            "clientInfo": .string(identity.clientInfo), "environment": .string(environment),
            "familyName": .string(identity.account.surname), "givenName": .string(identity.account.givenName),
            "homeAccountId": .string(homeAccountID), "localAccountId": .string(identity.objectID),
            "name": .string(identity.account.displayName), "passwordExpiry": .integer(Int.max),
            "realm": .string(identity.tenant.id), "username": .string(username),
        ]
    }
}

extension DirectoryAccount {
    /// The account that a person's name stands for: `alice`, `alice@contoso.example` or, where two accounts share a
    /// username, `sam@contoso.example:personal`. A tenant is given by name or id.
    static func named(_ name: String, in seed: SeedData = SeedData()) -> DirectoryAccount? {
        let parts = name.lowercased().split(separator: ":", maxSplits: 1)
        guard let username = parts.first else { return nil }
        return seed.accounts.first { account in
            let isNamed = account.username == username || account.username.hasPrefix("\(username)@")
            return isNamed && (parts.count == 1 || [account.home.name, account.home.id].contains(String(parts[1])))
        }
    }
}

extension JSON {
    /// The same value with the members of every object in alphabetical order, for comparisons.
    var sortedByName: JSON {
        switch self {
        case .object(let members):
            .object(
                members.map { Member(name: $0.name, value: $0.value.sortedByName) }.sorted { $0.name < $1.name })
        case .array(let items): .array(items.map(\.sortedByName))
        default: self
        }
    }
}
