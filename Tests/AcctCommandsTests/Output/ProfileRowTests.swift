import AccountProfiles
import AuthCore
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

    /// The texts under which a managed identity's tokens are cached mean nothing to a person.
    @Test func placeholdersOfAManagedIdentityAreNotShown() throws {
        var profile = try Profile.work()
        (profile.kind, profile.username) = (.app, "")
        (profile.tenantID, profile.clientID) = (ManagedIdentityID.tenantID, ManagedIdentityID.system.clientID)
        let row = ProfileRow(profile, in: TenantNames([:]), isCurrent: false, status: .signedOut, at: .now)
        #expect(row.cells == ["", "work", "", "", "app", "signed out", "never"])
        #expect(row.shown.map(\.text) == ["", "work", "", "", "app", "signed out", "never"])
        #expect(TenantNames([:]).name(of: profile) == "")
    }

    @Test func lastUseIsCountedFromTheGivenTime() throws {
        var profile = try Profile.work()
        profile.lastUsed = Date(timeIntervalSince1970: 0)
        let now = Date(timeIntervalSince1970: 3 * 86_400)
        let row = ProfileRow(profile, in: nil, isCurrent: false, status: .signedOut, at: now)
        #expect(row.shown.last?.text == "3 d ago")
        // Lines for programs have times that do not depend on the one at which they are read.
        #expect(row.cells.last == "1970-01-01T00:00:00Z")
    }
}
