import AccountProfiles
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct EditFailuresTests {
    private static func errors() throws -> [ExpectedFailure] {
        let work = try Profile.work()
        return [
            ExpectedFailure(
                Failure.clientIDOfApp(work), .usage, "is the app alice@contoso.example itself",
                run: "acct add NAME --tenant b --client-id ID --client-secret-stdin"),
            ExpectedFailure(Failure.pagesOfApp(work.name), .usage, "opens no pages"),
            ExpectedFailure(
                Failure(pageNotOpened: .browserUnavailable("No browser."), target: "https://a/?b=c&d", as: work.name),
                .failed, "No browser. To print the address instead:",
                run: "acct open 'https://a/?b=c&d' -p work --print"),
            ExpectedFailure(Failure.notAPage("a b"), .usage, "\"a b\" cannot be opened"),
            ExpectedFailure(Failure.unknownService("x"), .usage, "portal, entra", run: "acct open portal"),
            ExpectedFailure(Failure.clientIDNotGUID("x"), .usage, "which is a GUID"),
            ExpectedFailure(
                Failure.noTenantList(of: "https://login.example/b"), .usage, "tenants cannot be listed",
                run: "acct add NAME --tenant TENANT --account PROFILE"),
            ExpectedFailure(Failure.noTenants(of: work), .usage, "remove --all-tenants"),
            ExpectedFailure(
                Failure.tenantListNotPermitted(
                    OAuthError(code: "invalid_resource"), clientID: "c", retryCommand: "acct x"),
                .failed, "user_impersonation of Azure Service Management to the app registration c", run: "acct x"),
            ExpectedFailure(Failure.tenantListRefused("https://a", status: 403), .failed, "status 403"),
            ExpectedFailure(Failure.tenantListRefused("https://a", status: 503), .network, "status 503"),
            ExpectedFailure(Failure.tenantListUnreadable("https://a"), .failed, "something else"),
            ExpectedFailure(
                Failure.tenantsNotAdded(["a", "b"], kind: .network, retryCommand: "acct x"), .network,
                "Not added: a, b.",
                run: "acct x"),
            ExpectedFailure(Failure.invalidTenant("x"), .usage, "\"x\" is not a tenant"),
        ]
    }

    /// The permissions that only read stay, and all others are named.
    @Test(
        arguments: [
            (
                ["User.Read", "Mail.Send", "Mail.Read", "Files.ReadWrite"], true,
                "Mail.Send, Files.ReadWrite may allow changes", "User.Read --scope Mail.Read"
            ),
            (["Mail.Send"], true, "Mail.Send may allow changes", "User.Read"),
            (["https://api.example/write"], false, "https://api.example/write may allow changes", "SCOPE"),
        ] as [([String], Bool, String, String)])
    func adviceForAReadOnlyProfileKeepsWhatReads(
        scopes: [String], hasGraph: Bool, words: String, kept: String
    ) throws {
        var profile = try Profile.work(mode: .readOnly, graph: hasGraph ? "https://graph.example" : nil)
        profile.scopes = Scopes(scopes)
        let failure = Failure.scopesOfReadOnlyProfile(profile)
        #expect(failure.kind == .policy && failure.text.contains(words), "\(failure.text)")
        #expect(failure.command?.text == "acct edit work --read-only --scope \(kept)")
    }

    @Test(arguments: try errors()) func failuresNameTheNextStep(expected: ExpectedFailure) { expected.check() }
}
