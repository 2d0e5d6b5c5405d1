import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

/// The command lines that a shim answers, and the tool that gets the others.
@Suite struct ShimTests {
    private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    @Test(arguments: [
        ("account get-access-token", true),
        ("account get-access-token -o json --resource https://vault.azure.net", true),
        ("Account Get-Access-Token --query accessToken --out tsv", true),
        ("account get-access-token --scope a b --tenant T", true),
        ("account get-access-token -s 11111111-1111-1111-1111-111111111111", true),
        ("account get-access-token --resource-type ms-graph", true),
        ("account get-access-token --resource-type other", false),
        ("account get-access-token -s Name", false), ("account get-access-token -t T -s S", false),
        ("account get-access-token --query keys(@)", false), ("account get-access-token -o table", false),
        ("account get-access-token --help", false), ("account get-access-token extra", false),
        ("account show", true), ("account show --query user.name -o tsv", true), ("account show -s Name", false),
        ("account show --sdk-auth", false), ("account list", false), ("account", false), ("", false),
        ("--debug account show", false), ("version -o=json", true), ("version --query nothing", true),
        ("--version", false), ("login", false), ("vm list", false),
    ])
    func linesOfTheAzureCLIAreAnswered(line: String, isAnswered: Bool) {
        let environment: Environment = ["PATH": "/nowhere"]
        let tool = RealTool(.az, environment: environment)
        #expect((AzureCLICommand(Self.words(line), tool, environment) != nil) == isAnswered, "\(line)")
    }

    @Test func versionIsTheRealOneWhereThereIsOne() throws {
        let tree = try TemporaryTree()
        try tree.file("bin/az", "#!/bin/sh\n", mode: 0o755)
        let environment: Environment = ["PATH": "\(tree.path)/bin"]
        #expect(AzureCLICommand(["version"], RealTool(.az, environment: environment), environment) == nil)
    }

    @Test func subscriptionsAreKnownFromTheFolder() throws {
        let tree = try TemporaryTree()
        let json = #"""
            {"subscriptions":[{"id":"one","name":"First","tenantId":"t","isDefault":false},
            {"id":"two","name":"Second","tenantId":"u","isDefault":true},{"id":"3","name":"Twice","tenantId":"t"},
            {"id":"4","name":"twice","tenantId":"t"},{"name":"no tenant"},7]}
            """#
        try tree.file("az/azureProfile.json", "\u{FEFF}" + json)
        let environment: Environment = ["PATH": "/nowhere", "AZURE_CONFIG_DIR": "\(tree.path)/az"]
        let subscriptions = try #require(AzureFolder(ofExec: environment)).subscriptions()
        #expect(subscriptions.chosen(by: nil)?.id == "two")
        #expect(subscriptions.chosen(by: "FIRST")?.id == "one" && subscriptions.chosen(by: "One")?.tenantID == "t")
        #expect(subscriptions.chosen(by: "twice") == nil && subscriptions.chosen(by: "5") == nil)
        let tool = RealTool(.az, environment: environment)
        for (name, isAnswered) in [("first", true), ("twice", false), ("other", false)] {
            let command = AzureCLICommand(["account", "get-access-token", "-s", name], tool, environment)
            #expect((command != nil) == isAnswered, "\(name)")
        }
        #expect(AzureFolder(ofExec: ["HOME": tree.path]) == nil)
    }

    @Test(arguments: [
        ("group list", true), ("account list", true), ("account set -s x", true), ("rest --url /me", true),
        ("login", false), ("Login --identity", false), ("logout", false), ("account clear", false), ("version", false),
        ("--version", false), ("", false), ("group list --help", false), ("vm -h", false), ("cloud set -n x", false),
        ("config set a=b", false), ("extension add -n x", false), ("bicep build -f x", false),
    ])
    func commandsThatNeedAnAccountAreKnown(line: String, needsAccount: Bool) {
        #expect(AzureCLISignIn.needsAccount(Self.words(line)) == needsAccount, "\(line)")
    }

    @Test(arguments: [
        ("auth token --output json", true), ("auth token -o json --no-prompt --scope a --scope b", true),
        ("auth token -ojson --scope=a --tenant-id T --claims e30=", true),
        ("auth token -o=json --no-prompt=true", true),
        ("auth token", false), ("auth token --output none", false), ("auth token -o json --help", false),
        ("auth token -o json extra", false), ("auth token -o json --no-prompt=false", false),
        ("auth token -o json --scope", false), ("auth login", false), ("up", false), ("", false), ("auth", false),
    ])
    func linesOfTheDeveloperCLIAreAnswered(line: String, isAnswered: Bool) {
        #expect((AzureDeveloperCLITokenRequest(Self.words(line)) != nil) == isAnswered, "\(line)")
    }

    @Test func realToolIsTheFirstProgramThatIsNotAcct() throws {
        let tree = try TemporaryTree()
        let home = try tree.folder("home")
        try tree.file("home/shims/az", "", mode: 0o755)
        try tree.file("copy/acct", "", mode: 0o755)
        try tree.folder("links")
        try tree.link("links/az", to: "\(tree.path)/copy/acct")
        try tree.folder("own")
        try tree.link("own/az", to: "/proc/self/exe")
        try tree.folder("broken")
        try tree.link("broken/az", to: "/nowhere/az")
        try tree.folder("folders/az")
        try tree.file("plain/az", "")
        try tree.file("real/az", "", mode: 0o755)
        try tree.file("later/az", "", mode: 0o755)
        func path(_ folders: String...) -> String? {
            let path = folders.map { "\(tree.path)/\($0)" }.joined(separator: ":")
            return RealTool(.az, environment: ["ACCT_HOME": home, "PATH": path]).path
        }
        let others = ["home/shims", "home/./shims/", "links", "own", "broken", "folders", "plain", "none"]
        for folder in others { #expect(path(folder) == nil, "\(folder)") }
        for folder in others { #expect(path(folder, "real", "later") == "\(tree.path)/real/az", "\(folder)") }
        #expect(RealTool(.azd, environment: ["PATH": "\(tree.path)/real"]).path == nil)
    }

    @Test func resourcesAreThoseOfTheCloud() {
        for type in AzureResourceType.allCases {
            for cloud in Cloud.allCases {
                let host = type.resource(in: cloud).flatMap { URL(string: $0)?.host }
                #expect((host == nil) == (type == .dataLake && cloud != .global), "\(type) \(cloud)")
                if let host, !host.hasPrefix("dod-graph") {
                    #expect(Cloud.clouds(ofHost: host).contains(cloud), "\(type) \(cloud) \(host)")
                }
            }
        }
    }

    @Test(arguments: [
        (Failure(.failed, "It failed.", command: "acct x"), "It failed. Run: acct x"),
        (Failure(.failed, "It failed.", leadIn: "To mend it:", command: "acct x"), "It failed. To mend it: acct x"),
        (Failure(.failed, "It failed."), "It failed."), (Failure(.failed, "a\nb\u{1B}"), "a b\u{FFFD}"),
    ])
    func failuresAreOneLine(failure: Failure, line: String) {
        #expect(failure.sentence(withCommand: true) == line)
    }

    @Test func profileThatTheAzureCLICannotSignInNamesWhatIsAnswered() throws {
        let line = Failure.noAzureCLI(as: try .work()).sentence(withCommand: true)
        #expect(
            line.contains("cannot act as work: https://login.example/b belongs to no cloud") && !line.contains("azd"))
    }

    @Test func missingToolsAreNamed() {
        for shim in Shim.allCases {
            let line = Failure.shimmedToolMissing(shim).sentence(withCommand: true)
            #expect(line.contains("acct exec") && line.contains("not installed") && !line.contains("az login"))
        }
    }
}
