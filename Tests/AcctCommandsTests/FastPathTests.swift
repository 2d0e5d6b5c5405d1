import ArgumentParser
import Testing

@testable import AcctCommands

/// Command lines that are parsed without argument-parser, compared with its result.
@Suite struct FastPathTests {
    private static let words = ["-p", "--profile", "work", "--json", "-q", "--profile=work", "--", "", "-"]

    /// All valid and invalid lines of up to four words.
    private static let tails: [[String]] = {
        var (tails, longest): ([[String]], [[String]]) = ([[]], [[]])
        for _ in 0..<4 {
            longest = longest.flatMap { line in words.map { line + [$0] } }
            tails += longest
        }
        return tails
    }()

    @Test func tokenIsReadAsArgumentParserReadsIt() {
        for tail in Self.tails {
            guard let request = FastPath.request(of: ["token"] + tail) else { continue }
            #expect((try? Token.parse(tail))?.request == request as? TokenInvocation, "acct token \(tail)")
        }
    }

    @Test func currentIsReadAsArgumentParserReadsIt() {
        for tail in Self.tails {
            guard let request = FastPath.request(of: ["current"] + tail) else { continue }
            #expect((try? Current.parse(tail))?.request == request as? CurrentInvocation, "acct current \(tail)")
        }
    }

    @Test(arguments: [
        ["token"], ["token", "-p", "work"], ["token", "--profile", "work", "--json"], ["current"],
        ["current", "--json"],
    ])
    func commonLineIsParsed(line: [String]) {
        #expect(FastPath.request(of: line) != nil)
    }

    @Test(arguments: [
        [], ["list"], ["--json", "token"], ["token", "-p"], ["token", "-p", "--json"], ["token", "--help"],
        ["token", "work"], ["token", "--scope", "Mail.Read"], ["current", "-v"], ["help", "token"], ["tokens"],
        ["graph", "/me"],
    ])
    func otherLineIsLeftToArgumentParser(line: [String]) {
        #expect(FastPath.request(of: line) == nil)
    }

    /// The scripts for shells ask for names of profiles in all places but these.
    @Test func everyProfileArgumentIsCompleted() throws {
        let script = AcctCommand.completionScript(for: .bash)
        let places = script.matches(of: /(---completion .* -- \S+)/).map { $0.1.split(separator: " ").map(String.init) }
        #expect(places.count > 15)
        let others = places.filter { FastPath.request(of: $0 + ["2", "0", "acct", ""]) == nil }
        #expect(
            others.map { $0.dropFirst().joined(separator: " ") } == [
                "graph -- positional@0", "scopes -- positional@0", "why -- positional@0", "rule remove -- positional@0",
            ])
    }

    @Test(arguments: [
        (["2", "0", "acct", "use", ""], ""), (["2", "3", "acct", "use", "work"], "wor"),
        (["2", "4", "acct", "use", "work"], "work"), ([], ""), (["2"], ""), (["2", "3"], ""),
        (["2", "-3", "acct"], ""),
    ])
    func theTypedPartOfAProfileIsItsPrefix(words: [String], prefix: String) {
        let request = FastPath.request(of: ["---completion", "use", "--", "positional@0"] + words)
        #expect((request as? ProfileNamesInvocation)?.prefix == prefix)
    }

    @Test(arguments: [
        [], ["use"], ["use", "--"], ["--", "positional@0"], ["--", "--profile"], ["use", "--", "positional@1"],
        ["rule", "--", "positional@0"],
    ])
    func profileArgumentIsCompleted(words: [String]) {
        let isKnown = FastPath.request(of: ["---completion"] + words) != nil
        #expect(isKnown == (words.last == "--profile"))
    }
}
