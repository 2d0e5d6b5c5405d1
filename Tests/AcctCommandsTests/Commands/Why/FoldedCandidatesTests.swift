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
            try candidates(30, "far", Self.otherTenant) + candidates(2, "fit", "also fits")
            + candidates(5, "audit", "", .readOnly)
        let folded = FoldedCandidates(
            others, fitting: [try ProfileName("fit0"), try ProfileName("fit1")], current: try ProfileName("far7"),
            showsAll: false)
        #expect(names(folded.listed) == ["fit0", "fit1", "far7"])
        #expect(folded.folded.count == 34)
        #expect(
            folded.foldedLine(besides: true)
                == "29 others: \(Self.otherTenant); 5: it is read-only, and this is a write. Add --all to list them.")
    }

    @Test(arguments: [(12, 12), (15, 15), (16, 12), (39, 12)])
    func likeliestOfManyThatFitAreListed(count: Int, listed: Int) throws {
        let others = try candidates(count, "fit", "also fits")
        let folded = FoldedCandidates(others, fitting: Set(others.map(\.profile.name)), current: nil, showsAll: false)
        #expect(names(folded.listed) == names(Array(others.prefix(listed))))
        let line = count == listed ? nil : "\(count - listed) others: also fits. Add --all to list them."
        #expect(folded.foldedLine(besides: true) == line)
    }

    @Test func reasonThatFewShareIsListed() throws {
        let others =
            try candidates(2, "near", "holds no scope for this") + candidates(4, "far", "is not the current profile")
        let folded = FoldedCandidates(others, fitting: [], current: nil, showsAll: false)
        #expect(names(folded.listed) == ["near0", "near1"])
        #expect(
            folded.foldedLine(besides: false) == "4 profiles: is not the current profile. Add --all to list them.")
    }

    @Test func fewOthersAreListed() throws {
        let others = try candidates(3, "audit", "", .readOnly)
        let folded = FoldedCandidates(others, fitting: [], current: nil, showsAll: false)
        #expect(folded.listed.count == 3 && folded.folded.isEmpty)
    }

    @Test func allAreListedOnRequest() throws {
        let others = try candidates(40, "far", Self.otherTenant)
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
            folded.foldedLine(besides: true) == "9998 others: is not the named profile. Add --all to list them.")
    }

    @Test func manyReasonsAreCounted() throws {
        let others =
            try candidates(3, "a", "", .noGraph) + candidates(5, "b", Self.otherTenant)
            + candidates(1, "c", "", .endpoint("graph.example")) + candidates(4, "d", "this directory uses work")
            + candidates(2, "e", "", .impossible("a guest has no mailbox"))
        let folded = FoldedCandidates(others, fitting: [], current: nil, showsAll: false)
        #expect(
            folded.foldedLine(besides: true)
                == "5 others: \(Self.otherTenant); 4: this directory uses work; 3: its issuer has no Graph; "
                + "3: other reasons. Add --all to list them.")
    }

    /// As the ladder says it, with its subject.
    private static let otherTenant = "users/dana@fabrikam.example belongs to another tenant"
}
