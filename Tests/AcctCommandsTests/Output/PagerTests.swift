import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct PagerCommandTests {
    @Test(
        arguments: [
            ([:], nil), (["PAGER": "less"], "less"), (["ACCT_PAGER": "more"], "more"),
            (["ACCT_PAGER": "more", "PAGER": "less"], "more"), (["ACCT_PAGER": "", "PAGER": "less"], nil),
            (["ACCT_PAGER": "cat", "PAGER": "less"], nil), (["PAGER": "cat"], nil), (["PAGER": " cat  "], nil),
            (["PAGER": ""], nil), (["PAGER": "  "], nil), (["PAGER": "cat -v"], "cat -v"),
            (["PAGER": "sed 's/a/  b/' | less -R"], "sed 's/a/  b/' | less -R"),
        ] as [([String: String], String?)])
    func firstSetVariableDecides(environment: [String: String], command: String?) {
        #expect(PagerCommand(in: Environment(environment), outputIsTerminal: true, allowsInput: true)?.text == command)
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func pagerNeedsATerminalAndInput(outputIsTerminal: Bool, allowsInput: Bool) {
        let command = PagerCommand(in: ["PAGER": "less"], outputIsTerminal: outputIsTerminal, allowsInput: allowsInput)
        #expect((command != nil) == (outputIsTerminal && allowsInput))
    }

    @Test func pagerShowsColoursUnlessItsVariablesAreSet() throws {
        let environment = ["PAGER": "less", "LESS": "", "HOME": "/h"]
        let command = try #require(
            PagerCommand(in: Environment(environment), outputIsTerminal: true, allowsInput: true))
        #expect(command.environment == environment.merging(["LV": "-c"]) { $1 })
        let usual = try #require(PagerCommand(in: ["PAGER": "less"], outputIsTerminal: true, allowsInput: true))
        #expect(usual.environment["LESS"] == "FRX")
    }

    @Test func pagerThatCannotRunIsNamedWithTheRemedy() throws {
        let command = try #require(PagerCommand(in: ["PAGER": "lesss -R"], outputIsTerminal: true, allowsInput: true))
        #expect(command.complaint.contains("\"lesss -R\"") && command.complaint.contains("Set ACCT_PAGER"))
    }
}
