import AuthCore
import Testing

@testable import AccountProfiles
@testable import AcctCommands

@Suite struct SelectionFailuresTests {
    private static func errors() throws -> [ExpectedFailure] {
        let (work, home) = (try ProfileName("work"), try ProfileName("home"))
        var profiles = [try Profile.work(), try Profile.work()]
        profiles[1].name = home
        let candidates = profiles.map { Candidate($0, .passedOver, "r") }
        return [
            ExpectedFailure(SelectionError.noProfiles, .noProfile, "no profile", run: "acct add NAME"),
            ExpectedFailure(
                SelectionError.unknown("wrok", source: .flag, nearest: [work]), .noProfile, "\"wrok\"",
                "Did you mean work?"),
            ExpectedFailure(
                SelectionError.unknown("x", source: .environment, nearest: []), .noProfile, "ACCT_PROFILE",
                run: "acct list"),
            ExpectedFailure(
                SelectionError.unknown("wrok", source: .environment, nearest: [work]), .noProfile,
                "Did you mean work? Add -p NAME to use another. To see them:", run: "acct list"),
            ExpectedFailure(
                SelectionError.ambiguous(Tie(candidates, others: [], current: work)), .ambiguous,
                "Several profiles could do this: work, home. Add --profile NAME."),
            ExpectedFailure(
                SelectionError.ambiguous(
                    Tie([candidates[1]], others: [Candidate(profiles[0], .readOnly)], current: work)),
                .ambiguous, "The current profile, work, does not fit: it is read-only, and this is a write. ",
                "Several profiles could do this: home. Add --profile NAME."),
            // The reason is said once.
            ExpectedFailure(
                SelectionError.ambiguous(
                    Tie(
                        [candidates[1]], others: profiles.map { Candidate($0, .readOnly) }, current: work)),
                .ambiguous,
                "The current profile, work, does not fit, nor does home: it is read-only, and this is a write. Several",
                "this: home. Add --profile NAME."),
            ExpectedFailure(
                SelectionError.ambiguous(
                    Tie(candidates, others: [Candidate(profiles[0], .readOnly)], place: "users/a@b", current: nil)),
                .ambiguous, "Several profiles fit users/a@b: work, home. Not these: work: it is read-only"),
            ExpectedFailure(
                SelectionError.ambiguous(
                    Tie(candidates, others: [], place: "a.sharepoint.com", isGuess: true, current: work)),
                .ambiguous, "a.sharepoint.com only resembles a domain of a known tenant",
                "These could be meant: work, home"),
            ExpectedFailure(
                SelectionError.ambiguous(
                    Tie(candidates, others: [], place: "users/a@b", dissentingPlace: "chats/19:x", current: nil)),
                .ambiguous, "users/a@b and chats/19:x belong to different accounts. These could be meant: work, home"),
            ExpectedFailure(
                SelectionError.addressed("users/a@b", [Candidate(profiles[0], .readOnly)]), .policy,
                "users/a@b belongs to a profile that cannot do this; nothing was sent. work: it is read-only",
                "--profile NAME", run: "acct list"),
            ExpectedFailure(
                SelectionError.addressed("users/a@b", [Candidate(profiles[0], .kind("no"))]), .noProfile, "work: no.",
                run: "acct list"),
            ExpectedFailure(
                SelectionError.noneInTenant("t.example", place: "users/a@t.example", account: work), .noProfile,
                "users/a@t.example belongs to the tenant t.example, and no profile is in it.",
                run: "acct add NAME --tenant t.example --account work"),
            ExpectedFailure(
                SelectionError.ruledOut(candidates[0].profile, .readOnly, source: .binding), .policy,
                "work (from a directory's binding or .acct file) cannot do this", "--profile", run: "acct list"),
            ExpectedFailure(
                SelectionError.ruledOut(candidates[0].profile, .endpoint("https://evil.example"), source: .flag),
                .policy,
                "evil.example is not work's Graph host; the token is not sent there.", run: "acct list"),
            ExpectedFailure(
                SelectionError.ruledOut(candidates[0].profile, .kind("no"), source: .rule), .noProfile,
                "work (from a rule) cannot do this: no. Nothing was sent. To send it all the same, add -p work.",
                run: "acct list"),
            ExpectedFailure(
                SelectionError.noneFits(candidates.map { Candidate($0.profile, .kind("no")) }), .noProfile,
                "work, home: no. To send it all the same, name the profile with -p NAME.", run: "acct add NAME"),
            ExpectedFailure(
                SelectionError.noneFits([Candidate(candidates[0].profile, .cloud([.usgov, .dod]))]), .noProfile,
                "another cloud (dod or usgov)", run: "acct list"),
            ExpectedFailure(
                SelectionError.noneFits(candidates.map { Candidate($0.profile, .endpoint("https://g")) }), .policy,
                "g is not the Graph host of any profile; no token is sent there.", run: "acct list"),
            ExpectedFailure(
                SelectionError.unknownTenant(
                    "t.example", Binding(directory: "/src", target: .tenant("t.example"), origin: .file)), .noProfile,
                "/src/.acct names the tenant t.example", run: "acct add --tenant t.example"),
        ]
    }

    @Test func choiceAmongProfilesListsThemForPrograms() throws {
        let candidates = [Candidate(try Profile.work(), .passedOver, "also fits")]
        let failure = Failure(SelectionError.ambiguous(Tie(candidates, others: [], current: nil)))
        #expect(failure.json.contains(#""candidates":["work"]"#))
        #expect(!Failure(SelectionError.noProfiles).json.contains("candidates"))
    }

    @Test func tieOfARemoteNamesTheOthersAndARule() throws {
        let (fitting, other) = (try Profile.work(), Candidate(try Profile.work(), .kind("it is personal")))
        let tie = Tie([Candidate(fitting, .passedOver, "also fits")], others: [other], current: nil)
        let failure = Failure(tie, at: "https://dev.azure.com/contoso/*")
        #expect(
            failure.sentence(withCommand: false)
                == "Several profiles could act for https://dev.azure.com/contoso/*: work. Not these: work: it is personal. "
                + "Choose one by a rule:")
        #expect(failure.command == "acct rule add 'https://dev.azure.com/contoso/*' NAME")
    }

    @Test(arguments: try errors()) func eachErrorHasAMessage(expected: ExpectedFailure) { expected.check() }

    @Test func conflictNamesTheRequestsOfEachProfile() throws {
        let (work, home) = (try ProfileName("work"), try ProfileName("home"))
        let wishes = [
            PartPreference(part: 0, profiles: [work, home], reason: "it was inferred from x"),
            PartPreference(part: 2, profiles: [work, home], reason: "it was inferred from y"),
            PartPreference(part: 4, profiles: [], reason: "no rule matches"),
        ]
        ExpectedFailure(
            SelectionError.conflict(wishes), .ambiguous,
            "home or work: request 1, because it was inferred from x and 1 more; ",
            "no profile: request 5", "Nothing was sent", "--profile NAME"
        ).check()
    }

    @Test func hostileTextIsEscapedForTheTerminal() {
        for error: any Error in [
            SelectionError.unknown(hostile, source: .flag, nearest: [])
        ] {
            checkEscaped(Failure(error))
        }
    }
}
