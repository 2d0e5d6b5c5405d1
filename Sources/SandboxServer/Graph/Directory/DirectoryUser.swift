/// A user object.
struct DirectoryUser {
    let id: String
    var displayName: String
    var givenName: String
    var surname: String
    let userPrincipalName: String
    let mail: String
    var jobTitle: JSON
    var isEnabled: Bool
    let isGuest: Bool
    /// The number that generated properties derive from; zero for the seeded accounts.
    let number: Int

    init(_ identity: TenantIdentity) {
        let account = identity.account
        id = identity.objectID
        displayName = account.displayName
        givenName = account.givenName
        surname = account.surname
        userPrincipalName = identity.principalName
        mail = account.username
        jobTitle = .string(account.jobTitle)
        isEnabled = !account.isDisabled
        isGuest = identity.isGuest
        number = 0
    }

    init(number: Int, tenant: Tenant) {
        let given = GeneratedNames.given[number % GeneratedNames.given.count]
        let family = GeneratedNames.family[number / GeneratedNames.given.count % GeneratedNames.family.count]
        let address = "\(given.ascii).\(family.ascii).\(number)@\(tenant.name)".lowercased()
        id = StableGUID.make("\(tenant.id)/user/\(number)")
        displayName = "\(given.text) \(family.text)"
        givenName = given.text
        surname = family.text
        userPrincipalName = address
        mail = address
        jobTitle = GeneratedNames.jobTitles[number % GeneratedNames.jobTitles.count]
        isEnabled = number % 97 != 0
        isGuest = false
        self.number = number
    }

    /// The properties without `$select`.
    static let defaults = [
        "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone", "officeLocation",
        "preferredLanguage", "surname", "userPrincipalName", "id",
    ]

    static let properties =
        defaults + [
            "accountEnabled", "companyName", "createdDateTime", "department", "employeeId", "proxyAddresses",
            "userType",
            "usageLocation",
        ]

    var json: JSON {
        [
            "businessPhones": number % 3 == 0 ? [] : [.string("+49 30 \(100_000 + number)")],
            "displayName": .string(displayName), "givenName": .string(givenName), "jobTitle": jobTitle,
            "mail": .string(mail), "mobilePhone": nil,
            "officeLocation": number % 2 == 0 ? nil : .string("Haus \(number % 7)/\(number % 40)"),
            "preferredLanguage": number % 5 == 0 ? nil : "de-DE", "surname": .string(surname),
            "userPrincipalName": .string(userPrincipalName), "id": .string(id),
            "accountEnabled": .bool(isEnabled), "companyName": nil,
            "createdDateTime": .string(Timestamp(1_500_000_000 + number * 40_000).iso8601),
            "department": .string(GeneratedNames.departments[number % GeneratedNames.departments.count]),
            "employeeId": .string(String(700_000 + number)),
            "proxyAddresses": [.string("SMTP:\(mail)"), .string("smtp:e\(number)@legacy.example")],
            "userType": isGuest ? "Guest" : "Member", "usageLocation": "DE",
        ]
    }

    /// The value of a string property, for `$filter`, `$search` and `$orderby`.
    subscript(property: String) -> String? {
        switch property {
        case "id": id
        case "displayName": displayName
        case "givenName": givenName
        case "surname": surname
        case "userPrincipalName": userPrincipalName
        case "mail": mail
        case "userType": isGuest ? "Guest" : "Member"
        case "department": GeneratedNames.departments[number % GeneratedNames.departments.count]
        case "employeeId": String(700_000 + number)
        default: nil
        }
    }
}
