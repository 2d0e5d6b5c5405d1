import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct TerminalTests {
    @Test(arguments: [("xterm", true), ("linux", true), ("dumb", false), ("", false), (nil, false)])
    func cursorMovesNeedATermVariable(kind: String?, moves: Bool) {
        #expect(Terminal(environment: Environment(kind.map { ["TERM": $0] } ?? [:])).movesCursor == moves)
    }
}
