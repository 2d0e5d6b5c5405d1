import ArgumentParser
import Testing

@testable import AcctCommands

/// Command lines that are parsed without argument-parser, compared with its result.
@Suite struct FastPathTests {
    private static let words = ["-p", "--profile", "work", "--json", "-q", "--profile=work", "--", "", "-"]

    /// All valid and invalid lines of up to four words.
    private static let tails = tails(of: words)

    private static func tails(of words: [String]) -> [[String]] {
        var (tails, longest): ([[String]], [[String]]) = ([[]], [[]])
        for _ in 0..<4 {
            longest = longest.flatMap { line in words.map { line + [$0] } }
            tails += longest
        }
        return tails
    }

    @Test func tokenIsReadAsArgumentParserReadsIt() {
        for tail in Self.tails {
            guard let invocation = FastPath.invocation(of: ["token"] + tail) else { continue }
            #expect((try? Token.parse(tail))?.invocation == invocation as? TokenInvocation, "acct token \(tail)")
        }
    }

    @Test func currentIsReadAsArgumentParserReadsIt() {
        for tail in Self.tails {
            guard let invocation = FastPath.invocation(of: ["current"] + tail) else { continue }
            #expect((try? Current.parse(tail))?.invocation == invocation as? CurrentInvocation, "acct current \(tail)")
        }
    }

    @Test func promptIsReadAsArgumentParserReadsIt() {
        let words = ["--format", "{profile}", "--notes", "-q", "--format=x", "--", "", "-"]
        for tail in Self.tails(of: words) {
            guard let invocation = FastPath.invocation(of: ["prompt"] + tail) else { continue }
            #expect((try? Prompt.parse(tail))?.invocation == invocation as? PromptInvocation, "acct prompt \(tail)")
        }
    }

    @Test(arguments: [
        ["token"], ["token", "-p", "work"], ["token", "--profile", "work", "--json"], ["current"],
        ["current", "--json"], ["prompt"], ["prompt", "--format", "{profile}"], ["prompt", "--notes"],
        ["---complete", "zsh", "use", ""],
    ])
    func commonLineIsParsed(line: [String]) {
        #expect(FastPath.invocation(of: line) != nil)
    }

    @Test(arguments: [
        [], ["list"], ["--json", "token"], ["token", "-p"], ["token", "-p", "--json"], ["token", "--help"],
        ["token", "work"], ["token", "--scope", "Mail.Read"], ["current", "-v"], ["help", "token"], ["tokens"],
        ["graph", "/me"], ["token", "-p", "a", "-p", "b"], ["prompt", "--format"], ["prompt", "--format", "--notes"],
        ["---complete", "tcsh", "use", ""],
    ])
    func otherLineIsLeftToArgumentParser(line: [String]) {
        #expect(FastPath.invocation(of: line) == nil)
    }
}
