import AccountProfiles
import Testing

@testable import AcctCommands

@Suite struct UnlistedProfilesTests {
    private func line(_ excluded: [Exclusion?], graph: String? = "https://graph.example") throws -> String? {
        let profile = try Profile.work(graph: graph)
        let others = excluded.map { $0.map { Candidate(profile, $0) } ?? Candidate(profile, .passedOver, "also fits") }
        return UnlistedProfiles(others).line
    }

    /// A policy holds for a named profile too, and knowledge about a kind of account does not.
    @Test func thePromiseIsMadeForThoseThatCanSend() throws {
        let kind = Exclusion.kind("Graph does not offer it")
        #expect(try line([]) == nil)
        #expect(try line([kind]) == "1 other does not fit; --profile NAME sends it as that one.")
        #expect(try line([kind, nil]) == "2 others do not fit; --profile NAME sends it as one of them.")
        #expect(
            try line([kind, nil, .readOnly])
                == "2 others do not fit (--profile NAME sends it as one of them), 1 cannot.")
        #expect(try line([.readOnly]) == "1 other cannot do this.")
        #expect(try line([.readOnly, .endpoint("https://evil.example")]) == "2 others cannot do this.")
        #expect(try line([.noGraph], graph: nil) == "1 other cannot do this.")
    }
}
