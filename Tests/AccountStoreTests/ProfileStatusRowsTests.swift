import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

struct StateCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let grant: TokenGrant?
    var isRejected = false
    var secondsLater: TimeInterval = 0
    let state: ProfileState

    private static let person = Person.alice

    static let all = [
        StateCase(testDescription: "both tokens", grant: person.grant(), state: .signedIn),
        StateCase(
            testDescription: "access token expired", grant: person.grant(), secondsLater: 4000, state: .signedIn),
        StateCase(
            testDescription: "access token alone", grant: person.grant(refresh: nil), state: .signedIn),
        StateCase(
            testDescription: "expired access token alone", grant: person.grant(refresh: nil), secondsLater: 3600,
            state: .signInRequired),
        StateCase(
            testDescription: "refused, access token good", grant: person.grant(), isRejected: true, state: .signedIn),
        StateCase(
            testDescription: "refused, access token expired", grant: person.grant(), isRejected: true,
            secondsLater: 3600, state: .signInRequired),
        StateCase(
            testDescription: "refused, no access token", grant: person.grant(access: nil), isRejected: true,
            state: .signInRequired),
        StateCase(
            testDescription: "both expired", grant: person.grant(), secondsLater: 86_400, state: .signInRequired),
        StateCase(testDescription: "signed out", grant: nil, state: .signedOut),
        StateCase(
            testDescription: "tokens of another client", grant: person.grant(clientID: "other"), state: .signedOut),
    ]
}

@Suite struct ProfileStatusRowsTests {
    @Test(arguments: StateCase.all)
    func theStateFollowsFromTheStoredRows(_ example: StateCase) throws {
        let temporary = try TemporaryStore()
        let alice = Person.alice
        try temporary.profiles.add(alice.profile(), with: alice.grant())
        _ = try temporary.cache.remove(alice.account)
        if let grant = example.grant { try temporary.cache.save(grant) }
        if example.isRejected {
            try temporary.cache.markRejected(
                Sample.refreshToken(), account: alice.account, clientID: Sample.clientID, at: Sample.now)
        }
        // Without the key nothing can be unsealed.
        try FileManager.default.removeItem(atPath: temporary.location.key)
        let states = try ProfileRepository(temporary.reopened()).statuses(at: Sample.now + example.secondsLater)
            .mapValues(\.state)
        #expect(states == [try ProfileName("alice"): example.state])
    }
}
