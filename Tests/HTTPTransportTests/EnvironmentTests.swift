import Foundation
import HTTPTransport
import Testing

@Suite struct EnvironmentTests {
    @Test func variablesOfTheProcessAreRead() throws {
        let all = ProcessInfo.processInfo.environment
        for (name, value) in all { #expect(Environment.process[name] == (value.isEmpty ? nil : value), "\(name)") }
        #expect(Environment.process.all == all)
        for name in ["ACCT_NO_SUCH_VARIABLE", "", "=", "PATH=", "\u{0}"] { #expect(Environment.process[name] == nil) }
    }

    @Test func givenVariablesHideThoseOfTheProcess() {
        let given: Environment = ["A": "1", "EMPTY": ""]
        #expect(given["A"] == "1" && given["PATH"] == nil)
        #expect(given.all == ["A": "1", "EMPTY": ""])
        #expect(Environment(["A": "2"])["A"] == "2")
    }

    /// In a process of its own, because other tests read the environment of this one.
    @Test func emptyVariableCountsAsUnset() async {
        let given: Environment = ["EMPTY": ""]
        #expect(given["EMPTY"] == nil)
        await #expect(processExitsWith: .success) {
            setenv("ACCT_EMPTY_VARIABLE", "", 1)
            #expect(Environment.process["ACCT_EMPTY_VARIABLE"] == nil)
            #expect(Environment.process.all["ACCT_EMPTY_VARIABLE"] == "")
        }
    }
}
