/// The tenants, applications and accounts that every sandbox starts with, so that tests can name them.
struct SeedData: Sendable {
    let tenants: [Tenant] = [.contoso, .fabrikam, .tailspin, .northwind, .proseware, .personal]
    let applications: [AppRegistration] = [
        .commandLine, .notebook, .daemon, .browserOnly, .authenticationBroker,
    ]
    var accounts: [DirectoryAccount] = [
        .alice, .bob, .dana, .erin, .samAtWork, .carol, .frank, .gail, .henry, .nora, .petra, .samAtHome, .wanda,
    ]

    /// The users of all tenants on loopback. A guest is listed for its home tenant and for each tenant that invited
    /// it.
    var identities: [TenantIdentity] {
        accounts.flatMap { account in tenants.compactMap { account.identity(in: $0) } }
    }

    func application(id: String) -> AppRegistration? {
        applications.first { $0.id == id.lowercased() }
    }

    /// The tenant with that id or verified domain.
    func tenant(named name: String) -> Tenant? {
        tenants.first { $0.id == name.lowercased() || $0.owns(domain: name) }
    }

    func account(homeAccountID: String) -> DirectoryAccount? {
        accounts.first { $0.homeAccountID == homeAccountID }
    }

    /// The accounts with that address. A work account and a personal account can share one.
    func accounts(username: String) -> [DirectoryAccount] {
        accounts.filter { $0.username == username.lowercased() }
    }
}

extension DirectoryAccount {
    static let alice = DirectoryAccount(
        uid: "a11ce000-1f2e-4d3c-8b4a-5e6f70819201", home: .contoso, username: "alice@contoso.example",
        givenName: "Alice", surname: "Ångström", jobTitle: "Head of \"Special\" Projects", isAdministrator: true)

    static let bob = DirectoryAccount(
        uid: "b0b00000-2a3b-4c4d-9e5f-60718293a402", home: .contoso, username: "bob@contoso.example",
        givenName: "Bob", surname: "O'Neil", jobTitle: "R&D <Engineer>")

    static let dana = DirectoryAccount(
        uid: "da4a0000-3b4c-4d5e-8f60-718293a4b503", home: .contoso, username: "dana@contoso.example",
        givenName: "Dana", surname: "Đorđević", jobTitle: "Consultant",
        guestObjectIDs: [Tenant.fabrikam.id: "da4af000-9c8d-4e7f-a601-5b4c3d2e1f03"])

    static let erin = DirectoryAccount(
        uid: "e4140000-4c5d-4e6f-9071-8293a4b5c604", home: .contoso, username: "erin@contoso.example",
        givenName: "Erin", surname: "Gone", jobTitle: "Left in spring", isDisabled: true)

    static let samAtWork = DirectoryAccount(
        uid: "5a300000-5d6e-4f70-8182-93a4b5c6d705", home: .contoso, username: "sam@contoso.example",
        givenName: "Sam", surname: "Both", jobTitle: "Accountant")

    static let carol = DirectoryAccount(
        uid: "ca401000-6e7f-4081-9293-a4b5c6d7e806", home: .fabrikam, username: "carol@fabrikam.example",
        givenName: "Carol", surname: "山田", jobTitle: "Geschäftsführerin", isAdministrator: true)

    /// An account with an address in a domain that does not resemble the tenant's name.
    static let frank = DirectoryAccount(
        uid: "f4a20000-7f80-4192-a3b4-c5d6e7f80917", home: .fabrikam, username: "frank@fabrikam-gmbh.example",
        givenName: "Frank", surname: "Maß", jobTitle: "Buchhalter")

    static let gail = DirectoryAccount(
        uid: "9a110000-8091-42a3-b4c5-d6e7f8091a2b", home: .tailspin, username: "gail@tailspin.example",
        givenName: "Gail", surname: "Ó Briain", jobTitle: "Director", isAdministrator: true)

    static let henry = DirectoryAccount(
        uid: "4e4e1000-91a2-43b4-85d6-e7f8091a2b3c", home: .tailspin, username: "henry@tailspin.example",
        givenName: "Henry", surname: "Wu", jobTitle: "Pilot")

    static let nora = DirectoryAccount(
        uid: "404a0000-a1b2-43c4-95e6-f8091a2b3c4d", home: .northwind, username: "nora@northwind.example",
        givenName: "Nora", surname: "Söderström", jobTitle: "Importer", isAdministrator: true)

    /// An account that signs in on a managed device only.
    static let petra = DirectoryAccount(
        uid: "9e74a000-b2c3-44d5-a6f7-091a2b3c4d5e", home: .proseware, username: "petra@proseware.example",
        givenName: "Petra", surname: "Nováková", jobTitle: "Auditor", isAdministrator: true)

    static let samAtHome = DirectoryAccount(
        uid: "00000000-0000-0000-5a3b-07c1d2e3f408", home: .personal, username: "sam@contoso.example",
        givenName: "Sam", surname: "Both", jobTitle: "")

    /// A customer with an address of her own, in no tenant's domain.
    static let wanda = DirectoryAccount(
        uid: "3a4da000-a2b3-4c4d-9e6f-708192a3b40d", home: .woodgrove, username: "wanda@mail.example",
        givenName: "Wanda", surname: "Núñez", jobTitle: "")
}
