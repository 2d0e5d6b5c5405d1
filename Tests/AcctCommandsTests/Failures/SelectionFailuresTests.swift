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
            ExpectedFailure(SelectionError.none, .noProfile, "no profile", run: "acct add NAME"),
            ExpectedFailure(
                SelectionError.unknown("wrok", source: .flag, nearest: [work]), .noProfile, "\"wrok\"",
                "Did you mean work?", run: "acct list"),
            ExpectedFailure(
                SelectionError.unknown("x", source: .environment, nearest: []), .noProfile, "ACCT_PROFILE",
                run: "acct list"),
            ExpectedFailure(
                SelectionError.ambiguous(candidates, current: nil), .ambiguous,
                "Several profiles could do this: work, home. Add -p NAME.",
                run: "acct COMMAND --profile NAME"),
            ExpectedFailure(
                SelectionError.ambiguous(candidates, current: Candidate(candidates[0].profile, .readOnly)), .ambiguous,
                "The current profile, work, cannot do this: it is read-only", run: "acct COMMAND --profile NAME"),
            ExpectedFailure(
                SelectionError.ruledOut(candidates[0].profile, .readOnly, source: .binding), .policy,
                "work (bound to this directory) cannot do this", "--profile", run: "acct list"),
            ExpectedFailure(
                SelectionError.ruledOut(candidates[0].profile, .endpoint("https://evil.example"), source: .flag),
                .policy,
                "evil.example is not work's Graph host; the token is not sent there.", run: "acct list"),
            ExpectedFailure(
                SelectionError.ruledOut(candidates[0].profile, .kind("no"), source: .rule), .noProfile,
                "work (from a rule) cannot do this: no.", run: "acct list"),
            ExpectedFailure(
                SelectionError.noneFits([Candidate(candidates[0].profile, .cloud(.usgov))]), .noProfile,
                "another cloud (usgov)", run: "acct list"),
            ExpectedFailure(
                SelectionError.noneFits(candidates.map { Candidate($0.profile, .endpoint("https://g")) }), .policy,
                "work, home: https://g is not its Graph host.", run: "acct add NAME"),
            ExpectedFailure(
                SelectionError.unknownTenant(
                    "t.example", Binding(directory: "/src", target: .tenant("t.example"), origin: .file)), .noProfile,
                "/src/.acct names the tenant t.example", run: "acct add --tenant t.example"),
        ]
    }

    @Test(arguments: try errors()) func eachErrorHasAMessage(said: ExpectedFailure) { said.check() }

    @Test func aConflictNamesTheRequestsOfEachProfile() throws {
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
