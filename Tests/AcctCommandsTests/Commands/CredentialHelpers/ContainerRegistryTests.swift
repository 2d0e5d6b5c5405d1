import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AcctCommands

@Suite struct ContainerRegistryTests {
    @Test(arguments: [
        ("contoso.azurecr.io", "contoso.azurecr.io"), ("contoso.azurecr.io\n", "contoso.azurecr.io"),
        ("https://Contoso.AzureCR.io/v2/", "contoso.azurecr.io"), ("HTTPS://contoso.azurecr.cn", "contoso.azurecr.cn"),
        ("contoso-abc123.azurecr.us", "contoso-abc123.azurecr.us"), ("localhost:5000", "localhost:5000"),
        ("http://localhost:5000/v2/", "localhost:5000"),
    ])
    func registryIsRead(text: String, host: String) throws {
        let registry = try #require(ContainerRegistry(Data(text.utf8)))
        #expect(registry.host == host)
        let rule = try RulePattern(registry.rulePattern)
        #expect(rule.matches(registry.action, tenants: []))
    }

    @Test(arguments: [
        "", "\n", "azurecr.io", ".azurecr.io", "docker.io", "https://index.docker.io/v1/",
        "contoso.azurecr.io.evil.example",
        "evil.example/contoso.azurecr.io", "https://evil.example/?contoso.azurecr.io", "evilazurecr.io",
        "contoso.azurecr.io:8443", "contoso.azurecr.io@evil.example", "a@contoso.azurecr.io", "a.b.azurecr.io",
        "contoso.azurecr.io.", "http://contoso.azurecr.io", "contoso.azurecr.io evil.example", "contoso.azurecr.io\0",
        "evil.example#.azurecr.io", "evil.example?.azurecr.io", "evil.example\\.azurecr.io", "cöntoso.azurecr.io",
        "\u{212A}ontoso.azurecr.io", "contoso。azurecr.io", "contoso.azurecr.de", "localhost", "localhost:",
        "localhost:99999", "localhost:+5000",
        "localhost:5000:1", "127.0.0.1:5000", "localhost.evil.example:5000", "evil.example:5000", "%63.azurecr.io",
        String(repeating: "a", count: 64) + ".azurecr.io", String(repeating: "a", count: 1 << 20) + ".azurecr.io",
    ])
    func otherRegistryIsNone(text: String) {
        #expect(ContainerRegistry(Data(text.utf8)) == nil)
    }

    @Test(arguments: [("contoso.azurecr.io", "work"), ("contoso.azurecr.us", "gov")])
    func currentProfileActsUnlessItsKindOrCloudIsAnother(name: String, chosen: String) throws {
        let registry = try #require(ContainerRegistry(Data(name.utf8)))
        let profiles = try ["work", "gov", "home"].map(SelectionScenario.profile)
        for current in ["work", "gov", "home"] {
            let context = SelectionContext(action: registry.action, current: try ProfileName(current))
            #expect(try Ladder(profiles: profiles, context: context).select().profile.name.text == chosen)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomTextNamesNoOtherHost(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            for text in ["\(generator.text(upTo: 6)).azurecr.io", "a.azurecr.io\(generator.text(upTo: 6))"] {
                guard let registry = ContainerRegistry(Data(text.utf8)) else { continue }
                let origin = try #require(HTTPOrigin(url: "https://\(registry.host)/"), "\(text.debugDescription)")
                #expect(origin.host == registry.host && origin.host.hasSuffix(".azurecr.io") && origin.port == 443)
            }
        }
    }

    @Test(
        arguments: [
            ("contoso.azurecr.io", [Cloud.global]), ("contoso.azurecr.cn", [.china]),
            ("contoso.azurecr.us", [.usgov, .dod]),
            ("localhost:5000", []),
        ] as [(String, Set<Cloud>)])
    func registryIsInItsCloud(name: String, clouds: Set<Cloud>) throws {
        #expect(ContainerRegistry(Data(name.utf8))?.action.clouds == clouds)
    }
}

@Suite struct ProgramNameTests {
    @Test(
        arguments: [
            (["acct", "list"], ["list"]), (["/usr/bin/acct"], []), ([], []),
            (["docker-credential-acct", "get"], ["docker-credential", "get"]),
            (["/usr/local/bin/docker-credential-acct", "list"], ["docker-credential", "list"]),
            (["docker-credential-acct/acct", "list"], ["list"]), (["", "list"], ["list"]), (["/", "list"], ["list"]),
        ] as [([String], [String])])
    func linkStandsForItsCommand(arguments: [String], words: [String]) {
        #expect(ProgramName.words(of: arguments) == words)
    }
}
