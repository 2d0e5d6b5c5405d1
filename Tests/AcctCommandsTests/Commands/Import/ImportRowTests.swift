import AccountProfiles
import Testing

@testable import AcctCommands

@Suite struct ImportRowTests {
    private func profile(_ name: String, _ kind: Profile.Kind) throws -> Profile {
        var profile = try Profile.work()
        (profile.name, profile.kind) = (try ProfileName(name), kind)
        return profile
    }

    private func commands(people: Int, apps: [Profile]) -> [String] {
        ImportRow.signInRemarks(people: (0..<people).map { "p\($0)" }, apps: apps).map { $0.command?.text ?? $0.text }
    }

    /// `acct sign-in` refuses an app without its credential, and `--all` leaves apps out.
    @Test func appsAreSignedInOneByOneWithTheirCredentials() throws {
        let apps = try [profile("report", .app), profile("backup", .app)]
        let ofApps = ["acct sign-in report --client-secret-stdin", "acct sign-in backup --client-secret-stdin"]
        #expect(commands(people: 0, apps: apps) == ofApps)
        #expect(commands(people: 2, apps: apps) == ["acct sign-in p0 p1"] + ofApps)
        #expect(commands(people: 21, apps: apps) == ["acct sign-in --all"] + ofApps)
        #expect(commands(people: 0, apps: []).isEmpty)
        let many = Array(repeating: apps[0], count: 22)
        #expect(commands(people: 0, apps: many).last == "2 more apps need their credentials, too.")
    }
}
