import AccountProfiles
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct ProfileDifferencesTests {
    private static let client = "11111111-1111-1111-1111-111111111111"

    private func profile(_ name: String, _ change: (inout Profile) throws -> Void = { _ in }) throws -> Profile {
        var profile = try Profile.work()
        profile.name = try ProfileName(name)
        profile.clientID = Self.client
        try change(&profile)
        return profile
    }

    private func differences(_ profiles: Profile...) -> [String] {
        let differences = ProfileDifferences(among: profiles, in: TenantNames([:]))
        return profiles.map { differences[$0] }
    }

    @Test func onlyTheTraitsThatDifferAreShown() throws {
        #expect(
            try differences(profile("a"), profile("b") { $0.mode = .readOnly }, profile("c"))
                == ["read-write", "read-only", "read-write"])
        let other = "22222222-1111-1111-1111-111111111111"
        #expect(
            try differences(profile("a"), profile("b") { $0.clientID = other }) == [
                "client 11111111", "client 22222222",
            ])
        #expect(
            try differences(profile("a"), profile("b") { ($0.clientID, $0.mode) = (other, .readOnly) })
                == ["read-write, client 11111111", "read-only, client 22222222"])
        #expect(
            try differences(profile("a"), profile("b") { $0.scopes = ["User.Read", "Mail.Send"] })
                == ["fewer scopes", "Mail.Send"])
        #expect(
            try differences(
                profile("a") { $0.scopes = ["User.Read", "Chat.Read"] },
                profile("b") { $0.scopes = ["User.Read", "Mail.Send"] })
                == ["Chat.Read", "Mail.Send"])
        #expect(
            try differences(profile("a"), profile("b") { $0.authority = try Authority(cloud: .usgov, tenant: "b") })
                == ["at login.example", "at login.microsoftonline.us"])
    }

    @Test func idsThatBeginAlikeAreShownWhole() throws {
        let other = "11111111-1111-1111-1111-222222222222"
        #expect(
            try differences(profile("a"), profile("b") { $0.clientID = other })
                == ["client \(Self.client)", "client \(other)"])
    }

    @Test func profilesThatLookDifferentNeedNoDifference() throws {
        let (alice, bob) = (
            try profile("a"),
            try profile("b") { ($0.username, $0.mode) = ("bob@contoso.example", .readOnly) }
        )
        #expect(differences(alice, bob) == ["", ""])
        #expect(ProfileDifferences(among: [alice, bob], in: TenantNames([:])).isEmpty)
        #expect(try differences(profile("a"), profile("b")) == ["", ""], "they differ in nothing but the name")
    }

    @Test func listHasTheColumnOnlyWhereItIsNeeded() throws {
        let alike = [try profile("a"), try profile("b") { $0.mode = .readOnly }]
        let items = PickerItem.list(alike, given: UsageHistory(), current: nil) { _ in "" }
        #expect(items.map(\.difference) == ["read-write", "read-only"])
        #expect(
            items.map(\.details) == [["alice@contoso.example"], ["alice@contoso.example"]], "the tenant is the same")
        let unlike = [alike[0], try profile("c") { $0.username = "carol@contoso.example" }]
        let plain = PickerItem.list(unlike, given: UsageHistory(), current: nil) { _ in "" }
        #expect(
            plain.map(\.difference) == [nil, nil] && plain.allSatisfy { $0.details.count == 2 && $0.kind == "work" })
    }

    /// The names, the differences and the reasons are legible on 80 columns.
    @Test func differenceFitsOn80Columns() throws {
        let alike = [
            try profile("admin"),
            try profile("audit") {
                ($0.mode, $0.clientID) = (.readOnly, "22222222-1111-1111-1111-111111111111")
            },
            try profile("bob") { $0.username = "bob@contoso.example" },
        ]
        let items = PickerItem.list(alike, given: UsageHistory(), current: nil) { _ in "also fits, never used" }
        let screen = PickerScreen(
            prompt: "Send GET /me as:", isStyled: false, columns: PickerColumns(items.map(PickerRow.init)),
            footer: "37 others do not fit; --profile NAME sends it as one of them.")
        let size = TerminalSize(columns: 80, lines: 24)
        var model = PickerModel(items)
        model.height = screen.rows(in: size)
        var drawn = DrawnScreen(size)
        drawn.write(screen.frame(model, in: size).drawn(over: nil, in: size))
        #expect(drawn.faults == [])
        #expect(drawn.text[1].contains("read-write, client 11111111  also fits"), "\(drawn.text)")
        #expect(drawn.text[2].contains("read-only, client 22222222   also fits"), "\(drawn.text)")
        #expect(drawn.text[4] == "  37 others do not fit; --profile NAME sends it as one of them.")
        #expect(drawn.text[5] == "  3/3  Enter chooses, Esc cancels")
    }

    @Test func differenceIsNotSearched() throws {
        let items = PickerItem.list(
            [try profile("a"), try profile("b") { $0.mode = .readOnly }], given: UsageHistory(), current: nil
        ) { _ in "" }
        var model = PickerModel(items)
        _ = model.press(.text("only"))
        #expect(model.matches == [])
    }
}
