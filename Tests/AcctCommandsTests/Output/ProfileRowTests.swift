import AccountProfiles
import Foundation
import Testing

@testable import AcctCommands

@Suite struct ProfileRowTests {
    /// Field names are a contract with scripts.
    @Test func fieldsMatchTheContract() throws {
        var profile = try Profile.work()
        profile.lastUsed = Date(timeIntervalSince1970: 5.9)
        let status = ProfileStatus(state: .signedIn, accessTokenExpiresOn: Date(timeIntervalSince1970: 7.2))
        let json = try JSONText.of(
            ProfileRow(profile, in: TenantNames([:]), isCurrent: true, status: status, at: .now), pretty: false)
        #expect(
            json == #"{"accessTokenExpiresOn":7,"authority":"https://login.example/b","clientId":"c","current":true,"#
                + #""displayName":"Alice","graph":"https://graph.example","homeAccountId":"a.b","kind":"work","#
                + #""lastUsed":5,"mode":"read-write","name":"work","scopes":["User.Read"],"source":"signIn","state":"signedIn","#
                + #""tenantDomain":"contoso.example","tenantId":"b","username":"alice@contoso.example"}"#)
    }

    @Test(arguments: [
        (ProfileState.signedIn, "signed in"), (.signedOut, "signed out"), (.signInRequired, "sign-in required"),
    ])
    func stateIsInWords(state: ProfileState, words: String) throws {
        let status = ProfileStatus(state: state, accessTokenExpiresOn: nil)
        let row = ProfileRow(try Profile.work(), in: nil, isCurrent: false, status: status, at: .now)
        #expect(row.cells == ["", "work", "alice@contoso.example", "b", "work", words, "never"])
        #expect(row.cells.count == ProfileRow.columns.count)
    }

    @Test func lastUseIsCountedFromTheGivenTime() throws {
        var profile = try Profile.work()
        profile.lastUsed = Date(timeIntervalSince1970: 0)
        let now = Date(timeIntervalSince1970: 3 * 86_400)
        let row = ProfileRow(profile, in: nil, isCurrent: false, status: .signedOut, at: now)
        #expect(row.cells.last == "3 d ago")
    }
}
