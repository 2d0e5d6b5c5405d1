import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct AddTests {
    private let home = TemporaryHome()
    private static let clientID = "00000000-0000-4000-8000-000000000000"

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
        (["work", "--client-id", clientID], Failure.Kind.usage, "acct sign-in work" as String?),
        (["work", "--paste", "--timeout", "9"], .usage, "acct sign-in work --paste --timeout 9"),
        (
            ["work", "--certificate", "/c", "--tenant", "contoso.com"], .usage, "acct sign-in work --certificate /c"
        ),
        (
            ["new", "--tenant", "consumers", "--account", "work", "--paste", "--client-id", clientID], .usage,
            "acct add new --tenant consumers --client-id \(clientID) --paste"
        ),
        (["WORK", "--client-id", clientID], .usage, "acct sign-in WORK"),
        (["a b", "--client-id", clientID], .usage, nil),
        (["new"], .usage, "acct add new --client-id ID"),
        (["new", "--device-code", "--read-only"], .usage, "acct add new --read-only --device-code --client-id ID"),
        (
            ["new", "--tenant", "contoso.com", "--certificate", "/c"], .usage,
            "acct add new --tenant contoso.com --certificate /c --client-id ID"
        ),
        (["new", "--client-id", clientID, "--tenant", "a/b"], .usage, nil),
        (["new", "--client-id", clientID, "--tenant", "contoso"], .usage, nil),
        (["new", "--client-id", "my-app"], .usage, nil),
        (["new", "--client-id", clientID], .signInRequired, "acct add new --client-id \(clientID)"),
        (["new", "--client-id", clientID, "--graph", "https://g.example/path"], .usage, nil),
        (["new", "--client-id", clientID, "--graph", "http://g.example"], .usage, nil),
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

    @Test(arguments: [[], ["--browser", "firefox -P x"]] as [[String]])
    func missingBrowserSuggestsADeviceCode(options: [String]) async throws {
        let found = try await failure(["new", "--client-id", Self.clientID] + options, allowsInput: true)
        #expect(found?.command == "acct add new --client-id \(Self.clientID) --device-code")
    }

    @Test(arguments: [
        (["--device-code"], " --device-code"),
        (["--paste", "--redirect-port", "8400"], " --paste --redirect-port 8400"),
        (["--redirect-uri", "http://127.0.0.1:8400/cb"], " --redirect-uri http://127.0.0.1:8400/cb"),
        (["--paste", "--redirect-uri", "https://h/cb?x"], " --paste --redirect-uri 'https://h/cb?x'"),
        (["--browser", "firefox -P x", "--timeout", "9"], " --browser 'firefox -P x' --timeout 9"),
        (["--domain-hint", "contoso.com"], " --domain-hint contoso.com"), (["--timeout", "300"], " --timeout 300"),
    ])
    func suggestedCommandKeepsTheWayToSignIn(options: [String], words: String) async throws {
        let found = try await failure(["new", "--client-id", Self.clientID] + options)
        #expect(found?.kind == .signInRequired)
        #expect(found?.command == "acct add new --client-id \(Self.clientID)\(words)")
    }
}
