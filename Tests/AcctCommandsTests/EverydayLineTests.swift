import ArgumentParser
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
            guard let request = EverydayLine.request(of: ["token"] + tail) else { continue }
            #expect((try? Token.parse(tail))?.request == request as? TokenRequest, "acct token \(tail)")
        }
    }

    @Test func currentIsReadAsArgumentParserReadsIt() {
        for tail in EverydayLineTests.tails {
            guard let request = EverydayLine.request(of: ["current"] + tail) else { continue }
            #expect((try? Current.parse(tail))?.request == request as? CurrentRequest, "acct current \(tail)")
        }
    }

    @Test(arguments: [
        ["token"], ["token", "-p", "work"], ["token", "--profile", "work", "--json"], ["current"],
        ["current", "--json"],
    ])
    func isKnown(line: [String]) {
        #expect(EverydayLine.request(of: line) != nil)
    }

    @Test(arguments: [
        [], ["list"], ["--json", "token"], ["token", "-p"], ["token", "-p", "--json"], ["token", "--help"],
        ["token", "work"], ["token", "--scope", "Mail.Read"], ["current", "-v"], ["help", "token"], ["tokens"],
    ])
    func isLeftToArgumentParser(line: [String]) {
        #expect(EverydayLine.request(of: line) == nil)
    }
}
