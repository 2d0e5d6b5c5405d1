import ArgumentParser
import HostileInput
import MicrosoftGraph
import Testing

@testable import AcctCommands

/// The lines that are read without argument-parser, held against it.
@Suite struct EverydayLineTests {
    private static let words = ["-p", "--profile", "work", "--json", "-q", "--profile=work", "--", "", "-"]

    /// All lines of up to four words, right and wrong ones.
    private static let tails: [[String]] = {
        var (tails, longest): ([[String]], [[String]]) = ([[]], [[]])
        for _ in 0..<4 {
            longest = longest.flatMap { line in words.map { line + [$0] } }
            tails += longest
        }
        return tails
    }()

    @Test func tokenIsReadAsArgumentParserReadsIt() {
        for tail in EverydayLineTests.tails {
            guard let request = FastPath.request(of: ["token"] + tail) else { continue }
            #expect((try? Token.parse(tail))?.request == request as? TokenInvocation, "acct token \(tail)")
        }
    }

    @Test func currentIsReadAsArgumentParserReadsIt() {
        for tail in EverydayLineTests.tails {
            guard let request = FastPath.request(of: ["current"] + tail) else { continue }
            #expect((try? Current.parse(tail))?.request == request as? CurrentInvocation, "acct current \(tail)")
        }
    }

    private static let graphWords = [
        "-p", "work", "/me", "users?$top=5&x='a'", "--paginate", "--ndjson", "--json", "--select", "id,mail",
        "--filter",
        "a eq 'b'", "--top", "--max-items", "5", "0", "+7", " 5", "99999999999999999999", "--beta", "-q", ".", "-X",
        "post",
        "get", "--method", "--jq", "--profile", "help", "--", "", "-", "-i", "-pwork", "--top=5", "--input",
    ]

    /// All lines of up to two words, and longer ones by chance.
    private static let graphTails: [[String]] = {
        var random = SeededGenerator(seed: 1)
        let pairs = graphWords.flatMap { first in graphWords.map { [first, $0] } }
        let longer = (0..<1500).map { _ in
            (3...Int.random(in: 3...9, using: &random)).map { _ in graphWords.randomElement(using: &random) ?? "" }
        }
        return [[]] + graphWords.map { [$0] } + pairs + longer
    }()

    /// Those that the one reader leaves to the other need not be compared.
    @Test func graphIsReadAsArgumentParserReadsIt() {
        var count = 0
        for tail in EverydayLineTests.graphTails {
            guard let request = FastPath.request(of: ["graph"] + tail) else { continue }
            count += 1
            #expect((try? Graph.parse(tail))?.invocation == request as? GraphInvocation, "acct graph \(tail)")
        }
        #expect(count > 50)
    }

    /// So that a word in two places is not by chance always wrong.
    @Test func graphTakesEveryOptionThatReads() throws {
        let tail = [
            "-X", "get", "--select", "id", "/users", "--beta", "--filter", "a", "--top", "5", "--select", "mail", "-q",
            ".", "--ndjson", "--paginate", "--max-items", "7", "--profile", "work", "--json",
        ]
        let request = try #require(FastPath.request(of: ["graph"] + tail) as? GraphInvocation)
        #expect(try Graph.parse(tail).invocation == request)
        #expect(request.sent.query.select == ["id", "mail"])
        #expect(request.answer.pages.maxItems == 7)
    }

    @Test(arguments: [
        ["token"], ["token", "-p", "work"], ["token", "--profile", "work", "--json"], ["current"],
        ["current", "--json"], ["graph", "/me"], ["graph", "/users", "--paginate", "--ndjson", "-p", "work"],
    ])
    func isKnown(line: [String]) {
        #expect(FastPath.request(of: line) != nil)
    }

    @Test(arguments: [
        [], ["list"], ["--json", "token"], ["token", "-p"], ["token", "-p", "--json"], ["token", "--help"],
        ["token", "work"], ["token", "--scope", "Mail.Read"], ["current", "-v"], ["help", "token"], ["tokens"],
        ["graph"], ["graph", "/me", "--top", "0"], ["graph", "/me", "--paginate", "-X", "POST"],
        ["graph", "/me", "-v"],
        ["graph", "/me", "/users"], ["graph", "--filter", "--ndjson", "/me"],
    ])
    func isLeftToArgumentParser(line: [String]) {
        #expect(FastPath.request(of: line) == nil)
    }

    /// Whatever the scripts for shells ask for is either the name of a profile or one of these.
    @Test func everyPlaceOfAProfileIsCompletedByIt() throws {
        let script = AcctCommand.completionScript(for: .bash)
        let places = script.matches(of: /(---completion .* -- \S+)/).map { $0.1.split(separator: " ").map(String.init) }
        #expect(places.count > 15)
        let others = places.filter { FastPath.request(of: $0 + ["2", "0", "acct", ""]) == nil }
        #expect(
            others.map { $0.dropFirst().joined(separator: " ") } == [
                "graph -- positional@0", "scopes -- positional@0", "rule remove -- positional@0",
            ])
    }

    @Test(arguments: [
        [], ["use"], ["use", "--"], ["--", "positional@0"], ["--", "--profile"], ["use", "--", "positional@1"],
        ["rule", "--", "positional@0"],
    ])
    func isNoPlaceOfAProfile(words: [String]) {
        let isKnown = FastPath.request(of: ["---completion"] + words) != nil
        #expect(isKnown == (words.last == "--profile"), "a name is completed wherever --profile stands")
    }
}
