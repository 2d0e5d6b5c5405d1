import AccountProfiles
import AuthCore
import Testing

@testable import AccountStore

@Suite struct CurrentProfileTests {
    private let temporary: TemporaryStore
    private let profiles: ProfileRepository

    init() throws {
        temporary = try TemporaryStore()
        profiles = temporary.profiles
    }

    private func add(_ names: String...) throws {
        for name in names { try profiles.add(Person.alice.profile(name), with: Person.alice.grant()) }
    }

    private func current() throws -> String? { try profiles.current()?.text }

    @Test func firstProfileIsCurrentUntilAnotherIsChosen() throws {
        #expect(try current() == nil)
        try add("a", "b")
        #expect(try current() == "a")
        #expect(throws: ProfileError.noPrevious) { try profiles.usePrevious() }
        #expect(try profiles.use("B").name.text == "b")
        #expect(try current() == "b")
    }

    @Test func profileThatComesWithOthersIsNotCurrent() throws {
        try profiles.add(Person.alice.profile("a"), with: Person.alice.grant(), mayBecomeCurrent: false)
        #expect(try current() == nil)
        try add("b")
        #expect(try current() == nil, "it is not the first")
        _ = try profiles.use("a")
        #expect(try current() == "a")
        #expect(throws: ProfileError.noPrevious) { try profiles.usePrevious() }
    }

    @Test func usePreviousGoesBackAndForth() throws {
        try add("a", "b", "c")
        _ = try profiles.use("c")
        _ = try profiles.use("c")
        #expect(try profiles.usePrevious().name.text == "a")
        #expect(try profiles.usePrevious().name.text == "c")
        #expect(try current() == "c")
    }

    @Test func renamedProfileStaysCurrent() throws {
        try add("a", "b")
        _ = try profiles.use("b")
        try profiles.rename("b", to: ProfileName("new"))
        try profiles.rename("a", to: ProfileName("old"))
        #expect(try current() == "new")
        #expect(try profiles.usePrevious().name.text == "old")
    }

    @Test func renameMayChangeTheCaseButNotTakeAnotherName() throws {
        try add("a", "b")
        try profiles.rename("a", to: ProfileName("A"))
        #expect(try current() == "A")
        #expect(throws: ProfileError.nameInUse(try ProfileName("B"))) {
            try profiles.rename("A", to: ProfileName("B"))
        }
    }

    @Test func removedProfileLeavesNoneCurrentNotEvenTheNextAdded() throws {
        try add("a", "b")
        _ = try profiles.remove("a")
        #expect(try current() == nil)
        try add("c")
        #expect(try current() == nil)
    }

    @Test func usePreviousFailsAfterThatProfileIsRemoved() throws {
        try add("a", "b")
        _ = try profiles.use("b")
        _ = try profiles.remove("a")
        #expect(throws: ProfileError.noPrevious) { try profiles.usePrevious() }
        #expect(try current() == "b")
    }

    @Test func currentProfileIsNeverThePreviousOne() throws {
        try add("a", "b")
        _ = try profiles.use("b")
        _ = try profiles.remove("b")
        _ = try profiles.use("a")
        #expect(throws: ProfileError.noPrevious) { try profiles.usePrevious() }
    }
}
