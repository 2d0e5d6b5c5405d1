import Testing

@testable import AccountProfiles

/// A directory's file or binding with the name of a profile that does not exist.
@Suite struct BoundFileTests {
    @Test(arguments: [Binding.Origin.file, .command])
    func anUnknownNameSaysWhereItIsFrom(origin: Binding.Origin) throws {
        let profiles = try ["work", "admin"].map(SampleProfiles.profile)
        let binding = Binding(directory: "/src", target: .profile("wrok"), origin: origin)
        let ladder = Ladder(profiles: profiles, context: SelectionContext(binding: binding, current: profiles[0].name))
        let nearest = [profiles[0].name]
        #expect(
            throws: origin == .file
                ? SelectionError.unknownInFile("wrok", binding, nearest: nearest)
                : .unknown("wrok", source: .binding, nearest: nearest)
        ) { try ladder.select() }
    }

    @Test func aNamedProfileDecidesBeforeTheFile() throws {
        let profiles = try ["work", "admin"].map(SampleProfiles.profile)
        let binding = Binding(directory: "/src", target: .profile("wrok"), origin: .file)
        let context = SelectionContext(flag: "admin", binding: binding)
        #expect(try Ladder(profiles: profiles, context: context).select().profile.name.text == "admin")
    }
}
