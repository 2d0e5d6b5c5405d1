import HostileInput
import Testing

@testable import AcctCommands

/// Command lines of the Azure CLI, as its parser reads them.
@Suite struct AzureCLIArgumentsTests {
    private typealias Option = AzureCLIArguments.Option

    private static let names: [String: Option] = [
        "--resource": .resource, "--resource-type": .resourceType, "--scope": .scope, "--tenant": .tenant,
        "-t": .tenant, "--subscription": .subscription, "-s": .subscription,
    ]

    private static func read(_ line: String) -> AzureCLIArguments? {
        AzureCLIArguments(line.split(separator: " ").map(String.init), options: names)
    }

    @Test(arguments: [
        ("--resource a --output json", [Option.resource: "a", .output: "json"]),
        ("--resource=a -o=json", [.resource: "a", .output: "json"]),
        ("-ojson -tT -s=S", [.output: "json", .tenant: "T", .subscription: "S"]),
        ("--out tsv --ten T --sub=S", [.output: "tsv", .tenant: "T", .subscription: "S"]),
        ("--output json --output tsv", [.output: "tsv"]),
        ("--resource-type arm", [.resourceType: "arm"]),
        ("--resource=a=b --query=x", [.resource: "a=b", .query: "x"]),
        ("--tenant= --verbose --debug --only-show-errors", [:]),
        ("--tenant -", [.tenant: "-"]),
    ])
    func optionsAreRead(line: String, options: [AzureCLIArguments.Option: String]) throws {
        let arguments = try #require(Self.read(line), "\(line)")
        let all: [Option] = [.resource, .resourceType, .tenant, .subscription, .output, .query]
        for option in all { #expect(arguments[option] == options[option], "\(line)") }
    }

    @Test(arguments: [
        ("--scope a b --output json", ["a", "b"]), ("--scope=a", ["a"]), ("--scope", []), ("--output json", []),
        ("--scope a --scope b c", ["b", "c"]),
    ])
    func scopesAreRead(line: String, scopes: [String]) throws {
        #expect(try #require(Self.read(line), "\(line)").scopes == scopes)
    }

    @Test(arguments: [
        "--help", "-h", "--res a", "--resource", "--resource --output json", "--unknown x", "word", "--resource a word",
        "--", "-- --resource a", "-x", "-", "--verbose=1", "--=x", "--o", "-", "--scope=a b",
    ])
    func otherLinesAreRefused(line: String) {
        #expect(Self.read(line) == nil, "\(line)")
    }

    @Test func anyWordsAreReadOrRefused() {
        var generator = SeededGenerator(seed: 1)
        let pieces = ["-", "--", "=", "o", "resource", "-o", "--scope", "", "é", "\u{0}", "🜁", " ", "-s", "json"]
        for _ in 0..<3000 {
            let words = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
                }
                .joined()
            }
            _ = AzureCLIArguments(words, options: Self.names)
        }
    }
}
