import AuthCore
import Foundation
import HTTPTransport
import Testing

/// The access tokens that stay cached after a new one was saved.
struct SupersededCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: Scopes
    var oldLifetime: TimeInterval = 7200
    let new: Scopes
    let keepsOld: Bool

    static let all = [
        SupersededCase(testDescription: "the same scopes", old: ["A", "B"], new: ["A", "B"], keepsOld: false),
        SupersededCase(testDescription: "in another order", old: ["A", "B"], new: ["B", "A"], keepsOld: false),
        SupersededCase(testDescription: "in another case", old: ["User.Read"], new: ["user.read"], keepsOld: false),
        SupersededCase(
            testDescription: "in the long form", old: ["User.Read"],
            new: Scopes(["https://graph.microsoft.com/User.Read"], graph: "https://graph.microsoft.com"),
            keepsOld: false),
        SupersededCase(testDescription: "fewer before", old: ["A"], new: ["A", "B"], keepsOld: false),
        SupersededCase(testDescription: "more before", old: ["A", "B"], new: ["A"], keepsOld: true),
        SupersededCase(testDescription: "some of each", old: ["A", "B"], new: ["B", "C"], keepsOld: true),
        SupersededCase(testDescription: "another resource", old: ["A"], new: ["api://app/A"], keepsOld: true),
        SupersededCase(testDescription: "none before", old: [], new: ["A"], keepsOld: false),
        SupersededCase(
            testDescription: "expired", old: ["A"], oldLifetime: 60, new: ["B"], keepsOld: false),
        SupersededCase(
            testDescription: "expires one second later", old: ["A"], oldLifetime: 61, new: ["B"], keepsOld: true),
    ]
}

@Suite struct SupersededTokensTests {
    @Test(arguments: CacheUnderTest.allCases, SupersededCase.all)
    func onlySupersededTokensAreRemoved(_ kind: CacheUnderTest, _ example: SupersededCase) async throws {
        let old = Sample.accessToken("old", scopes: example.old, lifetime: example.oldLifetime)
        let new = Sample.accessToken("new", scopes: example.new, cachedAt: Sample.now + 60)
        try await kind.run { cache in
            try cache.save(Person.alice.grant(access: old))
            try cache.save(Person.alice.grant(access: new))
            let kept = try cache.accessTokens(Person.alice.key).map { $0.secret.expose() }
            #expect(kept.sorted() == (example.keepsOld ? ["new", "old"] : ["new"]))
        }
    }
}
