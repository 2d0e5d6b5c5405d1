import AccountProfiles
import AccountStore
import ArgumentParser
import Testing

@testable import AcctCommands

@Suite struct SeveralProfilesTests {
    @Test(arguments: [
        ["--profiles", "a,b", "-p", "c"], ["--all-profiles", "-p", "c"], ["--profiles", "a", "--all-profiles"],
        ["--profiles", ""], ["--profiles", " , "], ["--all-profiles", "-i"], ["--profiles", "a", "--silent"],
    ])
    func contradictoryOptionsAreUsage(options: [String]) {
        #expect(throws: (any Error).self) { try Graph.parse(["/me"] + options) }
    }

    @Test func namesAreSeparatedByCommas() throws {
        let home = TemporaryHome()
        let repository = try home.services().profiles
        for name in ["work", "home"] {
            var profile = try Profile.work()
            profile.name = try ProfileName(name)
            try repository.add(profile, with: profile.emptyGrant)
        }
        for (list, names) in [("work", ["work"]), ("home, work,HOME,", ["home", "work"])] {
            let options = try Graph.parse(["/me", "--profiles", list]).several
            #expect(try options.profiles(in: repository).map(\.name.text) == names)
        }
        #expect(try Graph.parse(["/me", "--all-profiles"]).several.profiles(in: repository).count == 2)
    }
}
