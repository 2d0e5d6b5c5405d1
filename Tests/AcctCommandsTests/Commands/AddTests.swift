import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct AddTests {
    private let home = TemporaryHome()

    private func failure(_ arguments: [String], allowsInput: Bool = false) async throws -> Failure? {
        let (command, services) = (try Add.parse(arguments), home.services(["PATH": ""], allowsInput: allowsInput))
        do {
            try await command.run(services)
            return nil
        } catch {
            return Failure(error)
        }
    }

    /// These errors need no browser and no server, and change nothing in the store.
    @Test(arguments: [
        (["work", "--client-id", "c"], Failure.Kind.usage, "acct sign-in work" as String?),
        (["WORK", "--client-id", "c"], .usage, "acct sign-in WORK"), (["a b", "--client-id", "c"], .usage, nil),
        (["new"], .usage, nil), (["new", "--client-id", "c", "--tenant", "a/b"], .usage, nil),
        (["new", "--client-id", "c"], .signInRequired, "acct add new --client-id c"),
        (["new", "--client-id", "c", "--device-code"], .signInRequired, "acct add new --client-id c"),
        (["new", "--client-id", "c", "--graph", "https://g.example/path"], .usage, nil),
        (["new", "--client-id", "c", "--graph", "http://g.example"], .usage, nil),
    ])
    func invalidOptionsAreRefusedBeforeASignIn(arguments: [String], kind: Failure.Kind, command: String?) async throws {
        let (services, profile) = (home.services(), try Profile.work())
        try services.profiles.add(profile, with: profile.emptyGrant)
        let found = try await failure(arguments)
        #expect(found?.kind == kind)
        #expect(found?.command == command)
        #expect(try services.profiles.profiles() == [profile])
        #expect(try services.profiles.current() == profile.name)
    }

    @Test func missingBrowserSuggestsADeviceCode() async throws {
        let found = try await failure(["new", "--client-id", "c"], allowsInput: true)
        #expect(found?.command == "acct add new --client-id c --device-code")
    }
}
