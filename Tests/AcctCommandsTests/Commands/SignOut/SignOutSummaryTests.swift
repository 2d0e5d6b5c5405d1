import AccountProfiles
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct SignOutSummaryTests {
    private func reports(_ count: Int, revoked: RevokedSessions? = nil) throws -> [SignOutReport] {
        let profile = try Profile.work()
        return (0..<count).map { number in
            SignOutReport(
                AccountID(homeAccountID: "\(number).b", environment: "login.example"), username: "u\(number)",
                profiles: [profile], removed: RemovedTokens(accessTokens: 3, refreshTokens: 1, idTokens: 0),
                credential: nil, revoked: revoked, showsPage: false)
        }
    }

    @Test func whatRemainsIsSaidOnceForAFewAccounts() throws {
        let lines = try #require(SignOutSummary(try reports(10))).lines
        #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("Signed out u") } && lines[10] == "Remaining:")
        #expect(lines.count == 14)
        #expect(SignOutSummary(try reports(1)) == nil)
        #expect(SignOutSummary([]) == nil)
    }

    @Test(arguments: [RevokedSessions.everywhere, .asGuest, .refreshTokens])
    func eachLineNamesItsAccount(revoked: RevokedSessions) throws {
        let lines = try #require(SignOutSummary(try reports(2, revoked: revoked))).lines.prefix { $0 != "Remaining:" }
        #expect(lines.count == 4)
        #expect(lines.enumerated().allSatisfy { $1.contains(" u\($0 / 2)") }, "\(lines)")
    }

    @Test func manyReportsAreSummedUp() throws {
        let lines = try #require(SignOutSummary(try reports(10_000))).lines
        #expect(lines.count == 5)
        #expect(
            lines[0] == "Signed out 10000 accounts: removed 30000 access, 10000 refresh and 0 ID tokens "
                + "(10000 profiles).")
        #expect(lines[1] == "Remaining:" && lines[2].hasPrefix("  the browser's session: it may sign in again"))
        let revoked = try #require(SignOutSummary(try reports(12, revoked: .everywhere) + reports(1))).lines
        #expect(revoked[1] == "The server ended sessions of 12 accounts.")
    }
}
