import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct AddTests {
    private let home = TemporaryHome()
    private static let clientID = "00000000-0000-4000-8000-000000000000"

    private func failure(
        _ arguments: [String], variables: [String: String] = [:], allowsInput: Bool = false
    ) async throws -> Failure? {
        let environment = variables.merging(["PATH": "/nonexistent"]) { $1 }
        let (command, services) = (try Add.parse(arguments), home.services(environment, allowsInput: allowsInput))
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
        (["WORK", "--client-id", clientID], .usage, "acct sign-in work"),
        (["a b", "--client-id", clientID], .usage, nil),
        (["new"], .usage, "acct add new --client-id ID"),
        (["new", "--device-code", "--read-only"], .usage, "acct add new --read-only --device-code --client-id ID"),
        (["new", "--tenant", "contoso.com", "--certificate", "/c"], .usage, nil),
        (["new", "--tenant", "contoso.com", "--federated-token-file", "/"], .usage, nil),
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
        #expect(found?.command?.text == command)
        #expect(try services.profiles.profiles() == [profile])
        #expect(try services.profiles.current() == profile.name)
    }

    @Test(arguments: [[], ["--browser", "firefox -P x"]] as [[String]])
    func missingBrowserSuggestsADeviceCode(options: [String]) async throws {
        let found = try await failure(["new", "--client-id", Self.clientID] + options, allowsInput: true)
        #expect(found?.command == "acct add new --client-id \(Self.clientID) --device-code")
    }

    /// The suggested command is valid, and is the same as the typed one but for the order of its options.
    @Test(arguments: [
        ["new"], ["--issuer", "https://i.example", "--scope", "openid", "--scope", "a b"],
        [
            "new", "--authority", "https://login.example/tenant", "--graph", "https://g.example", "--username",
            "it's me",
        ],
        [
            "new", "--cloud", "usgov", "--tenant", "contoso.com", "--device-code", "--timeout", "9", "--read-only",
            "--use",
        ],
        ["new", "--paste", "--redirect-uri", "https://h.example/cb?a=b&c", "--domain-hint", "contoso.com"],
        ["new", "--browser", "firefox -P 'my work'", "--redirect-uri", "http://[::1]:8400/cb"],
        [
            "--issuer", "https://i.example", "--resource", "https://a.example", "--resource", "https://b.example/x?y",
            "--audience", "a b", "--parameter", "access_type=offline", "--prompt", "login",
        ],
        ["--all-tenants", "--redirect-port", "8400", "--browser", "x %s", "--domain-hint", "organizations"],
    ])
    func suggestedCommandHasEveryOption(options: [String]) async throws {
        let arguments = options + ["--client-id", Self.clientID]
        let found = try #require(try await failure(arguments))
        let line = try #require(found.command).text
        let words = try #require(ShellWords(line, hasRedirections: false).command)
        #expect(words.prefix(2) == ["acct", "add"])
        let again = try Add.parse(Array(words.dropFirst(2)))
        #expect(again.typedCommand == found.command)
        #expect(try again.typedCommand == Add.parse(arguments).typedCommand)
        #expect(words.dropFirst(2).sorted() == arguments.sorted())
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
        #expect(found?.command?.text == "acct add new --client-id \(Self.clientID)\(words)")
    }

    @Test(arguments: [
        ([:], false, "--no-input forbids signing in.", ""), (["ACCT_NO_INPUT": "1"], false, "--no-input forbids", ""),
        (["ACCT_NO_INPUT": "1"], true, "ACCT_NO_INPUT forbids signing in.", "env -u ACCT_NO_INPUT "),
    ])
    func settingThatForbidsTheSignInIsNamed(
        variables: [String: String], allowsInput: Bool, words: String, prefix: String
    ) async throws {
        let found = try await failure(
            ["new", "--client-id", Self.clientID], variables: variables, allowsInput: allowsInput)
        #expect(found?.message.hasPrefix(words) == true)
        #expect(found?.command?.text == "\(prefix)acct add new --client-id \(Self.clientID)")
    }
}
