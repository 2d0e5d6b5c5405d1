import AccountProfiles
import AuthCore
import Testing

@testable import AccountStore

@Suite struct BindingRepositoryTests {
    private let temporary: TemporaryStore
    private let directories: BindingRepository

    init() throws {
        temporary = try TemporaryStore()
        directories = BindingRepository(temporary.store)
    }

    private func add(_ names: String...) throws {
        for name in names { try temporary.profiles.add(Person.alice.profile(name), with: Person.alice.grant()) }
    }

    private func bound() throws -> [String: String] {
        try BindingRepository(temporary.reopened()).bindings().reduce(into: [:]) { bound, binding in
            guard case .profile(let name) = binding.target, binding.origin == .command else { return }
            bound[binding.directory] = name
        }
    }

    @Test func readingCreatesNoStore() throws {
        #expect(try directories.bindings() == [])
        #expect(try directories.bindings(of: ["/a", "/"]) == [])
        #expect(try directories.unbind("/a") == nil)
        #expect(try directories.allowance(of: "/a/.acct", content: []) == nil)
        #expect(try !directories.revoke("/a/.acct"))
        #expect(throws: ProfileError.noProfiles) { try directories.bind("/a", to: "a") }
        #expect(temporary.fileNames() == nil)
    }

    @Test func bindingAgainReturnsTheProfileBefore() throws {
        try add("work", "home")
        #expect(try directories.bind("/src", to: "work") == nil)
        #expect(try directories.bind("/src", to: "HOME") == ProfileName("work"))
        #expect(try directories.bind("/src", to: "home") == ProfileName("home"))
        #expect(try bound() == ["/src": "home"])
    }

    @Test func onlyBindingsOfTheGivenDirectoriesAreFound() throws {
        try add("work")
        for directory in ["/", "/a", "/a/b", "/A"] { _ = try directories.bind(directory, to: "work") }
        #expect(Set(try directories.bindings(of: ["/a/b", "/a", "/x"]).map(\.directory)) == ["/a", "/a/b"])
        #expect(try directories.bindings(of: []) == [])
        #expect(try directories.bindings().map(\.directory) == ["/", "/A", "/a", "/a/b"])
    }

    @Test func unknownProfileChangesNothing() throws {
        try add("work")
        _ = try directories.bind("/src", to: "work")
        #expect(throws: ProfileError.unknown("wrok", nearest: [try ProfileName("work")])) {
            try directories.bind("/src", to: "wrok")
        }
        #expect(try bound() == ["/src": "work"])
    }

    @Test func bindingsFollowARenameAndAreRemovedWithTheProfile() throws {
        try add("work", "home")
        _ = try directories.bind("/w", to: "work")
        _ = try directories.bind("/h", to: "home")
        try temporary.profiles.rename("work", to: ProfileName("contoso"))
        #expect(try bound() == ["/w": "contoso", "/h": "home"])
        _ = try temporary.profiles.remove("contoso")
        #expect(try bound() == ["/h": "home"])
        // A profile of the same name is another one.
        try add("contoso")
        #expect(try bound() == ["/h": "home"])
    }

    @Test func signOutKeepsBindings() throws {
        try add("work")
        _ = try directories.bind("/w", to: "work")
        _ = try temporary.cache.remove(Person.alice.account)
        #expect(try bound() == ["/w": "work"])
    }

    @Test func unbindingRemovesOneBinding() throws {
        try add("work")
        for directory in ["/a", "/a/b"] { _ = try directories.bind(directory, to: "work") }
        #expect(try directories.unbind("/a") == ProfileName("work"))
        #expect(try directories.unbind("/a") == nil)
        #expect(try bound() == ["/a/b": "work"])
    }

    @Test func allowingIsForOneContentOfOnePath() throws {
        let content = Array("work\n".utf8)
        #expect(try directories.allowance(of: "/a/.acct", content: content) == nil)
        try directories.allow("/a/.acct", content: content)
        let again = BindingRepository(temporary.reopened())
        #expect(try again.allowance(of: "/a/.acct", content: content)?.hasSameContent == true)
        #expect(try again.allowance(of: "/a/.acct", content: content + [0x0A])?.hasSameContent == false)
        #expect(try again.allowance(of: "/a/.acct", content: [])?.hasSameContent == false)
        #expect(try again.allowance(of: "/b/.acct", content: content) == nil)
        try directories.allow("/a/.acct", content: [])
        #expect(try again.allowance(of: "/a/.acct", content: content)?.hasSameContent == false)
        #expect(try directories.revoke("/a/.acct"))
        #expect(try again.allowance(of: "/a/.acct", content: []) == nil)
    }
}
