import Synchronization
import Testing

@testable import AcctCommands

@Suite struct RepairsTests {
    private let home = TemporaryHome()

    private func finding(_ message: String, _ repair: FindingRepair?, command: SuggestedCommand? = .repair) -> Finding {
        Finding(.store, .note, message, command: command, repair: repair)
    }

    /// `--yes` was said before anybody knew that profiles would be lost.
    @Test(arguments: [(false, ["a", "b"]), (true, ["a"])])
    func nothingIsRemovedAfterTheDatabaseWasReplaced(isReplaced: Bool, done: [String]) {
        var repairs = Repairs(services: home.services(), isConfirmed: true)
        repairs.run([
            finding("1", FindingRepair(replacesDatabase: isReplaced) { "a" }),
            finding("2", FindingRepair(question: "Remove it?") { "b" }),
        ])
        #expect(repairs.done.map(\.message) == done)
    }

    @Test func replacingItAgainIsNoRemoval() {
        var repairs = Repairs(services: home.services(), isConfirmed: true)
        repairs.run([
            finding("1", FindingRepair(replacesDatabase: true) { "a" }),
            finding("2", FindingRepair(question: "Set it aside?", replacesDatabase: true) { "b" }),
        ])
        #expect(repairs.done.map(\.message) == ["a", "b"])
    }

    /// The command that has just run would do the same again.
    @Test func adviceAfterARepairIsTheNextCommand() {
        let removal = FindingRepair(question: "Remove it?") { "" }
        #expect(finding("1", removal).afterRepair(isConfirmed: false).remedy?.command == "acct doctor --repair --yes")
        #expect(finding("1", removal).afterRepair(isConfirmed: true).remedy?.command == nil)
        #expect(finding("1", FindingRepair { "" }).afterRepair(isConfirmed: false).remedy?.command == nil)
        #expect(finding("1", removal, command: "rm x").afterRepair(isConfirmed: false).remedy?.command == "rm x")
    }
}
