import AccountProfiles
import Foundation
import HostileInput
import Testing

@testable import AcctCommands

@Suite struct GitRemoteTests {
    private static let azureDevOps = "499b84ac-1321-427f-aa17-267ca6975798"

    private func remote(_ attributes: String, resource: String? = nil) throws -> GitRemote? {
        let lines = attributes.split(separator: " ").joined(separator: "\n")
        return GitRemote(try GitCredentialDescription(Data(lines.utf8)), resource: resource)
    }

    @Test(arguments: [
        "protocol=https host=dev.azure.com", "protocol=HTTPS host=DEV.Azure.Com",
        "protocol=https host=dev.azure.com:443",
        "protocol=https host=contoso.visualstudio.com", "protocol=https host=a.b.visualstudio.com",
        "protocol=https host=pkgs.dev.azure.com",
    ])
    func azureDevOpsGetsATokenForItself(attributes: String) throws {
        #expect(try remote(attributes)?.resource == Self.azureDevOps)
        #expect(try remote(attributes, resource: "api://git")?.resource == "api://git")
    }

    @Test(arguments: [
        "", "protocol=https", "host=dev.azure.com", "protocol=http host=dev.azure.com",
        "protocol=ssh host=dev.azure.com",
        "protocol=https host=github.com", "protocol=https host=dev.azure.com.evil.example",
        "protocol=https host=evildev.azure.com", "protocol=https host=evil-dev.azure.com",
        "protocol=https host=azure.com",
        "protocol=https host=visualstudio.com", "protocol=https host=.visualstudio.com",
        "protocol=https host=evilvisualstudio.com", "protocol=https host=contoso.visualstudio.com.evil.example",
        "protocol=https host=dev.azure.com.", "protocol=https host=dev.azure.com:8443",
        "protocol=https host=dev.azure.com:", "protocol=https host=dev.azure.com:+443",
        "protocol=https host=dev.azure.com:443:443",
        "protocol=https host=dev.azure.com:0443x", "protocol=https host=dev.azure.com:99999",
        "protocol=https host=evil.example@dev.azure.com", "protocol=https host=dev.azure.com@evil.example",
        "protocol=https host=evil.example/dev.azure.com", "protocol=https host=evil.example#.visualstudio.com",
        "protocol=https host=evil.example\\.visualstudio.com", "protocol=https host=dеv.azure.com",
        "protocol=https host=dev。azure.com", "protocol=https host=xn--dv-mlc.azure.com",
        "protocol=https host=dev..azure.com",
        "protocol=https host=dev.azure.com%00.evil.example", "protocol=https host=dev.azure.com\t",
        "protocol=https host=dev.azure.com\r", "protocol=https host=127.0.0.1", "protocol=http host=localhost:8080",
        "protocol=https host=[dev.azure.com]", "protocol=https path=dev.azure.com",
    ])
    func otherServerGetsNoToken(attributes: String) throws {
        #expect(try remote(attributes) == nil)
    }

    @Test(arguments: [
        "protocol=https host=git.example", "protocol=https host=git.example:8443", "protocol=http host=localhost:3000",
        "protocol=http host=127.0.0.1", "protocol=http host=[::1]:3000", "protocol=https host=[2001:db8::1]",
    ])
    func serverWithANamedResourceGetsAToken(attributes: String) throws {
        #expect(try remote(attributes, resource: "api://git")?.resource == "api://git")
    }

    @Test(arguments: [
        "protocol=http host=git.example", "protocol=http host=dev.azure.com",
        "protocol=http host=localhost.evil.example",
        "protocol=http host=127.0.0.1.evil.example", "protocol=http host=localhost.", "protocol=ssh host=git.example",
        "protocol=https host=", "protocol=ftp host=localhost", "protocol=https host=git.example.",
        "protocol=https host=a@git.example", "protocol=http host=[::1", "protocol=http host=[::1]evil.example",
    ])
    func namedResourceNeedsTLSOrThisMachine(attributes: String) throws {
        #expect(try remote(attributes, resource: "api://git") == nil)
    }

    @Test(arguments: [
        ("https://dev.azure.com/contoso/*", "host=dev.azure.com path=contoso/app/_git/repo", true),
        ("https://dev.azure.com/contoso/*", "host=DEV.azure.com path=Contoso/My%20App/_git/repo", true),
        ("https://dev.azure.com/contoso/*", "host=dev.azure.com username=contoso", true),
        ("https://dev.azure.com/contoso/*", "host=dev.azure.com username=fabrikam path=contoso/a", true),
        ("https://dev.azure.com/contoso/*", "host=dev.azure.com username=fabrikam", false),
        ("https://dev.azure.com/contoso/*", "host=dev.azure.com username=contoso/x", false),
        ("https://dev.azure.com/contoso/*", "host=dev.azure.com path=contoso2/a", false),
        ("https://dev.azure.com/contoso/*", "host=dev.azure.com", false),
        ("https://dev.azure.com/*", "host=dev.azure.com", true),
        ("https://dev.azure.com/contoso/app/*", "host=contoso.visualstudio.com path=app/_git/repo", true),
        (
            "https://dev.azure.com/contoso/app/*", "host=contoso.visualstudio.com path=DefaultCollection/app/_git/r",
            true
        ),
        ("https://dev.azure.com/contoso/*", "host=contoso.visualstudio.com", true),
        ("https://contoso.visualstudio.com/*", "host=contoso.visualstudio.com path=app/_git/repo", true),
        ("https://contoso.visualstudio.com/app/*", "host=contoso.visualstudio.com path=app/_git/repo", true),
        ("https://dev.azure.com/contoso/*", "host=fabrikam.visualstudio.com path=contoso/_git/repo", false),
        ("https://dev.azure.com/contoso/*", "host=contoso.visualstudio.com:443 path=a", true),
        ("host=dev.azure.com", "host=dev.azure.com:443 path=contoso/a", true),
        ("https://dev.azure.com/contoso/*", "host=pkgs.dev.azure.com path=contoso/_packaging/x", true),
        ("https://dev.azure.com/contoso/*", "host=vssps.dev.azure.com path=contoso", true),
        ("https://pkgs.dev.azure.com/contoso/*", "host=pkgs.dev.azure.com path=contoso/_packaging/x", true),
        ("https://dev.azure.com/contoso/*", "host=pkgs.dev.azure.com path=fabrikam/_packaging/x", false),
        ("https://dev.azure.com/contoso/*", "host=contoso.pkgs.visualstudio.com path=_packaging/x", true),
        ("/contoso/*", "host=dev.azure.com path=contoso/a", false),
        ("GET https://dev.azure.com/contoso/*", "host=dev.azure.com path=contoso/a", false),
        ("WRITE https://dev.azure.com/contoso/*", "host=dev.azure.com path=contoso/a", false),
    ])
    func ruleMatchesTheOrganization(pattern: String, attributes: String, matches: Bool) throws {
        let remote = try #require(try remote("protocol=https \(attributes)"))
        let pattern = try RulePattern(pattern)
        #expect(pattern.matches(remote.action, tenants: []) == matches)
    }

    @Test(arguments: [
        ("https", "host=dev.azure.com path=contoso/a/_git/b", "https://dev.azure.com/contoso/*"),
        ("https", "host=dev.azure.com", "https://dev.azure.com/*"),
        ("https", "host=contoso.visualstudio.com path=a", "https://dev.azure.com/contoso/*"),
        ("https", "host=dev.azure.com path=*/a", "https://dev.azure.com/*"),
        ("https", "host=dev.azure.com path=a'b/c", "https://dev.azure.com/*"),
        ("http", "host=localhost:3000 path=team/repo.git", "http://localhost:3000/team/*"),
    ])
    func ruleThatIsProposedMatchesTheRemote(scheme: String, attributes: String, pattern: String) throws {
        let remote = try #require(try remote("protocol=\(scheme) \(attributes)", resource: "api://git"))
        #expect(remote.rulePattern == pattern)
        let rule = try RulePattern(remote.rulePattern)
        #expect(rule.matches(remote.action, tenants: []))
    }

    @Test(arguments: [("work", "work"), ("gov", "work"), ("home", "home")])
    func currentProfileActsUnlessItIsInAnotherCloud(current: String, chosen: String) throws {
        let remote = try #require(try remote("protocol=https host=dev.azure.com path=fabrikam/a"))
        let context = SelectionContext(action: remote.action, current: try ProfileName(current))
        let profiles = try Set(["work", current]).map(SelectionScenario.profile)
        #expect(try Ladder(profiles: profiles, context: context).select().profile.name.text == chosen)
    }

    private static let older = "https://contoso.visualstudio.com"
    private static let newer = "https://dev.azure.com/contoso"

    /// The profile of the most specific rule for either address of the organization; nil where git gets no token.
    @Test(
        arguments: [
            (
                [("\(newer)/*", "fabrikam"), ("\(older)/app/*", "work")], "host=contoso.visualstudio.com path=app/a",
                "work"
            ),
            (
                [("\(newer)/*", "fabrikam"), ("\(older)/app/*", "work")], "host=contoso.visualstudio.com path=other/a",
                "fabrikam"
            ),
            ([("\(newer)/*", "fabrikam"), ("\(older)/app/*", "work")], "host=contoso.visualstudio.com", nil),
            (
                [("\(newer)/app/*", "fabrikam"), ("\(newer)/*", "work")], "host=contoso.visualstudio.com path=app/a",
                "fabrikam"
            ),
            // Equally long names of hosts.
            (
                [("host=dev.azure.com", "fabrikam"), ("host=*alstudio.com", "work")],
                "host=contoso.visualstudio.com path=a", "fabrikam"
            ),
            (
                [("host=*ev.azure.com", "fabrikam"), ("host=*alstudio.com", "work")],
                "host=contoso.visualstudio.com path=a", nil
            ),
            ([("https://dev.azure.com/*", "work"), ("\(newer)/*", "fabrikam")], "host=dev.azure.com", nil),
            (
                [("https://dev.azure.com/*", "work"), ("\(newer)/*", "fabrikam")], "host=dev.azure.com path=contoso/a",
                "fabrikam"
            ),
            ([("https://dev.azure.com/*", "fabrikam"), ("\(newer)/*", "fabrikam")], "host=dev.azure.com", "fabrikam"),
            (
                [("host=*.azure.com", "fabrikam"), ("\(newer)/*", "work")], "host=dev.azure.com username=tailspin",
                "fabrikam"
            ),
            ([("\(newer)/*", "fabrikam")], "host=dev.azure.com", nil),
            // Git does not say whether it fetches or pushes.
            ([("WRITE \(newer)/*", "fabrikam")], "host=dev.azure.com path=contoso/a", nil),
            ([("READ \(newer)/*", "fabrikam")], "host=dev.azure.com path=contoso/a", nil),
            ([("WRITE \(newer)/*", "work")], "host=dev.azure.com path=contoso/a", "work"),
            ([("WRITE \(newer)/*", "fabrikam")], "host=dev.azure.com path=tailspin/a", "work"),
            ([("/*", "fabrikam")], "host=dev.azure.com path=contoso/a", "work"),
        ] as [([(String, String)], String, String?)])
    func mostSpecificRuleForAnyAddressDecides(rules: [(String, String)], attributes: String, chosen: String?) throws {
        let remote = try #require(try remote("protocol=https \(attributes)"))
        let numbered = try rules.enumerated().map { index, rule in
            NumberedRule(
                number: index, rule: Rule(pattern: try RulePattern(rule.0), profile: try ProfileName(rule.1)))
        }
        let context = SelectionContext(
            action: remote.action, rules: numbered.inOrder().map(\.rule), current: try ProfileName("work"))
        let ladder = Ladder(profiles: try ["work", "fabrikam"].map(SelectionScenario.profile), context: context)
        let selection = try? ladder.select()
        let isRefused =
            selection.map { selection in (try? remote.requireNoPossibleRule(for: selection)) == nil } ?? true
        #expect((isRefused ? nil : selection?.profile.name.text) == chosen)
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomHostGetsNoToken(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let scalars = generator.text(upTo: 12).unicodeScalars.filter { $0 != "\n" && $0 != "\0" }
            let text = String(String.UnicodeScalarView(scalars))
            let hosts = ["dev.azure.com\(text)", "\(text).visualstudio.com", "\(text)dev.azure.com", text]
            for host in hosts where !host.utf8.allSatisfy({ $0.isASCIIName }) {
                let lines = "protocol=https\nhost=\(host)\n"
                #expect(GitRemote(try GitCredentialDescription(Data(lines.utf8)), resource: nil) == nil, "\(host)")
            }
        }
    }
}

extension UInt8 {
    fileprivate var isASCIIName: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20) || self == 0x2D || self == 0x2E
            || self == 0x3A
    }
}
