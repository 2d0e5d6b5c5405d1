import AccountProfiles
import Testing

@testable import AcctCommands

@Suite struct FoldedCandidatesTests {
    private func candidates(
        _ count: Int, _ prefix: String, _ reason: String, _ exclusion: Exclusion? = nil
    ) throws -> [Candidate] {
        try (0..<count).map { index in
            var profile = try Profile.work()
            profile.name = try ProfileName("\(prefix)\(index)")
            return exclusion.map { Candidate(profile, $0) } ?? Candidate(profile, .passedOver, reason)
        }
    }

    private func names(_ candidates: [Candidate]) -> [String] { candidates.map(\.profile.name.text) }

    @Test func thoseThatFitAndTheCurrentOneAreListed() throws {
        let others =
            try candidates(30, "far", "belongs to another tenant") + candidates(2, "fit", "also fits")
            + candidates(5, "audit", "", .readOnly)
        let folded = FoldedCandidates(
            others, fitting: [try ProfileName("fit0"), try ProfileName("fit1")], current: try ProfileName("far7"),
            showsAll: false)
        #expect(names(folded.listed) == ["fit0", "fit1", "far7"])
        #expect(folded.folded.count == 34)
        #expect(
            folded.foldedLine(besides: true, command: "acct why --all")
                == "34 others cannot do this, or belong to another tenant: acct why --all lists them.")
    }

    @Test(arguments: [(12, 12), (15, 15), (16, 12), (39, 12)])
    func likeliestOfManyThatFitAreListed(count: Int, listed: Int) throws {
        let others = try candidates(count, "fit", "also fits")
        let folded = FoldedCandidates(others, fitting: Set(others.map(\.profile.name)), current: nil, showsAll: false)
        #expect(names(folded.listed) == names(Array(others.prefix(listed))))
        let line = count == listed ? nil : "\(count - listed) others also fit: x lists them."
        #expect(folded.foldedLine(besides: true, command: "x") == line)
    }

    @Test func reasonThatFewShareIsListed() throws {
        let others =
            try candidates(2, "near", "holds no scope for this") + candidates(4, "far", "is not the current profile")
        let folded = FoldedCandidates(others, fitting: [], current: nil, showsAll: false)
        #expect(names(folded.listed) == ["near0", "near1"])
        #expect(
            folded.foldedLine(besides: false, command: "x")
                == "4 profiles are not the current profile: x lists them.")
    }

    @Test func fewOthersAreListed() throws {
        let others = try candidates(3, "audit", "", .readOnly)
        let folded = FoldedCandidates(others, fitting: [], current: nil, showsAll: false)
        #expect(folded.listed.count == 3 && folded.folded.isEmpty)
    }

    @Test func allAreListedOnRequest() throws {
        let others = try candidates(40, "far", "belongs to another tenant")
        let folded = FoldedCandidates(others, fitting: [], current: nil, showsAll: true)
        #expect(folded.listed.count == 40 && folded.folded.isEmpty)
    }

    @Test func profilesThatWereOnlyCountedAreInTheLine() throws {
        let others = try candidates(1, "p", "is not the named profile")
        let folded = FoldedCandidates(
            others, fitting: [], current: try ProfileName("p0"), showsAll: false,
            uncompared: UncomparedProfiles(count: 9998, reason: "is not the named profile"))
        #expect(names(folded.listed) == ["p0"])
        #expect(
            folded.foldedLine(besides: true, command: "x") == "9998 others are not the named profile: x lists them.")
    }

    @Test(arguments: [
        ("this directory uses work", "4 others are not chosen, since this directory uses work: x lists them."),
        ("also fits", "4 others also fit: x lists them."),
        ("is not the named profile", "4 others are not the named profile: x lists them."),
    ])
    func foldedLineGivesTheReason(reason: String, line: String) throws {
        let folded = FoldedCandidates(try candidates(4, "p", reason), fitting: [], current: nil, showsAll: false)
        #expect(folded.foldedLine(besides: true, command: "x") == line)
    }
}
