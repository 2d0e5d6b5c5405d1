import AccountProfiles
import AccountStore
import ArgumentParser
import Testing

@testable import AcctCommands

/// `acct add --account`: another tenant for an account that is signed in.
@Suite struct OtherTenantTests {
    @Test(arguments: [
        (
            Profile.Kind.work, "consumers", "is the tenant of personal accounts",
            "acct add t1 --tenant consumers --client-id c"
        ),
        (.work, "Consumers", "is the tenant of personal accounts", "acct add t1 --tenant consumers --client-id c"),
        (
            .work, "9188040D-6C67-4C5B-B112-36A304B66DAD", "is the tenant of personal accounts",
            "acct add t1 --tenant consumers --client-id c"
        ),
        (
            .personal, "organizations", "stands for work accounts only",
            "acct add t1 --tenant contoso.com --client-id c --account work"
        ),
        (
            .app, "fabrikam.com", "has no account of a person",
            "acct add t1 --tenant fabrikam.com --client-id c --client-secret-stdin"
        ),
    ])
    func tenantThatTheAccountCannotBeInIsRefused(
        kind: Profile.Kind, tenant: String, words: String, command: String
    ) async throws {
        let home = TemporaryHome()
        let services = home.services()
        var profile = try Profile.work()
        profile.kind = kind
        try services.profiles.add(profile, with: profile.emptyGrant)
        let add = try Add.parse(["t1", "--tenant", tenant, "--account", "work", "--client-id", "c"])
        await #expect {
            try await add.run(services)
        } throws: {
            let failure = Failure($0)
            return failure.kind == .usage && failure.message.contains(words) && failure.command?.text == command
                && failure.message.contains("Nothing was sent.")
        }
        #expect(try services.profiles.profiles().count == 1)
    }

    @Test(arguments: [
        (Profile.Kind.work, "fabrikam.com"), (.work, "organizations"), (.work, "common"), (.personal, "fabrikam.com"),
        (.personal, "consumers"), (.personal, "9188040d-6c67-4c5b-b112-36a304b66dad"),
    ])
    func anotherTenantIsPossible(kind: Profile.Kind, tenant: String) {
        #expect(kind.canBeIn(tenant: tenant))
    }
}
