import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

/// Credentials of apps: stored with the profile, removed with the account.
@Suite struct ApplicationCredentialTests {
    private let temporary: TemporaryStore
    private let report = Person.report

    init() throws {
        temporary = try TemporaryStore()
    }

    private func add(_ credential: ApplicationCredential) throws {
        try temporary.profiles.add(report.profile(), with: report.grant(refresh: nil), credential: credential)
    }

    @Test(arguments: [
        ApplicationCredential.secret(Secret("s3cret")), .certificate(path: "/c.pem"), .federatedTokenFile(path: "/t"),
        .managedIdentity(.system), .managedIdentity(.client("5e29463d-71da-4fe0-8e69-999b57db23b0")),
    ])
    func aCredentialIsReadAsItWasWritten(credential: ApplicationCredential) throws {
        try add(credential)
        #expect(try ProfileRepository(temporary.reopened()).credential(of: report.profile()) == credential)
        try temporary.profiles.add(Person.backup.profile(), with: Person.backup.grant())
        #expect(try temporary.profiles.credential(of: Person.backup.profile()) == nil)
    }

    @Test func aNewCredentialReplacesTheOld() throws {
        try add(.secret(Secret("old")))
        try temporary.profiles.update(
            report.profile(), with: report.grant(refresh: nil), credential: .certificate(path: "/c.pem"))
        #expect(try temporary.profiles.credential(of: report.profile()) == .certificate(path: "/c.pem"))
        try temporary.profiles.update(report.profile(), with: report.grant(refresh: nil))
        #expect(try temporary.profiles.credential(of: report.profile()) == .certificate(path: "/c.pem"))
    }

    @Test func theEndOfASecretIsOfThatSecretAlone() throws {
        let (repository, name, end) = (
            temporary.profiles, try report.profile().name, Sample.now.addingTimeInterval(86_400)
        )
        func signIn(_ credential: ApplicationCredential?) throws {
            try repository.update(report.profile(), with: report.grant(refresh: nil), credential: credential)
        }
        try add(.certificate(path: "/c.pem"))
        try repository.setSecretExpiry(end, of: name)
        #expect(try repository.storedCredential(of: report.profile())?.expiresOn == nil)
        try signIn(.secret(Secret("old")))
        _ = try repository.edit(name.text, secretExpiry: end) { $0.browser = nil }
        try temporary.cache.markRejected(.secret(Secret("old")), of: report.account, at: Sample.now)
        for same in [nil, ApplicationCredential.secret(Secret("old"))] {
            try signIn(same)
            #expect(try repository.storedCredential(of: report.profile())?.expiresOn == end)
        }
        #expect(try repository.status(of: name, at: .distantFuture).state == .signedIn)
        try signIn(.secret(Secret("new")))
        #expect(
            try repository.storedCredential(of: report.profile()) == StoredCredential(kind: .secret, reference: nil))
    }

    @Test func aSecretIsSealedAndRemovedWithTheAccount() throws {
        try add(.secret(Secret("s3cret-of-the-app")))
        #expect(temporary.fileBytes().range(of: Data("s3cret-of-the-app".utf8)) == nil)
        let sealed = try #require(
            try temporary.store.read { db in
                try db.first("SELECT secret FROM application_credential") { try $0.bytes(0) }
            } ?? nil)
        #expect(temporary.fileBytes().range(of: sealed) != nil)
        _ = try temporary.cache.remove(report.account)
        #expect(try temporary.profiles.credential(of: report.profile()) == nil)
        #expect(temporary.fileBytes().range(of: sealed) == nil)
    }

    @Test func aSecretUnsealsForItsAccountOnly() throws {
        try add(.secret(Secret("s3cret")))
        try temporary.profiles.add(
            Person.backup.profile(), with: Person.backup.grant(refresh: nil), credential: .secret(Secret("other")))
        try temporary.store.write { db in
            try db.run(
                """
                UPDATE application_credential SET secret =
                (SELECT secret FROM application_credential WHERE home_account_id LIKE 'app:backup%')
                """)
        }
        #expect(throws: StoreError.self) { try temporary.profiles.credential(of: report.profile()) }
    }

    @Test func anAppWithACredentialIsSignedIn() throws {
        try add(.managedIdentity(.system))
        let late = Sample.now + 1_000_000
        #expect(try temporary.profiles.statuses(at: late).values.map(\.state) == [.signedIn])
        _ = try temporary.cache.remove(report.account)
        #expect(try temporary.profiles.statuses(at: late).values.map(\.state) == [.signedOut])
    }

    @Test func aRejectedCredentialNeedsASignInUntilItIsAcceptedOrReplaced() throws {
        let (profile, late) = (try report.profile(), Sample.now + 1_000_000)
        func states() throws -> [ProfileState] { try temporary.profiles.statuses(at: late).values.map(\.state) }
        try add(.secret(Secret("old")))
        try temporary.cache.markRejected(
            ApplicationCredential.secret(Secret("another")), of: report.account, at: Sample.now)
        #expect(try states() == [.signedIn], "another one was refused")
        try temporary.cache.markRejected(
            ApplicationCredential.secret(Secret("old")), of: report.account, at: Sample.now)
        #expect(try states() == [.signInRequired])
        try temporary.profiles.update(profile, with: report.grant(refresh: nil), credential: .secret(Secret("new")))
        #expect(try states() == [.signedIn])
    }

    @Test func aCredentialThatAnotherProgramChangedIsRefused() throws {
        try add(.managedIdentity(.system))
        for change in ["kind = 'odd'", "reference = 'no id'", "kind = 'certificate', reference = '/etc/key.pem'"] {
            try temporary.store.write { try $0.run("UPDATE application_credential SET \(change)") }
            #expect(throws: StoreError.alteredProfile("report")) {
                try temporary.profiles.credential(of: report.profile())
            }
            try temporary.store.write {
                try $0.run("UPDATE application_credential SET kind = 'managed_identity', reference = ''")
            }
        }
    }

    /// A client that people sign in through has a credential beside each of them.
    @Test func aClientsCredentialBelongsToOnePersonAndOneClient() throws {
        let (alice, bob) = (Person.alice, Person.bob)
        try temporary.profiles.add(
            alice.profile(), with: alice.grant(), credential: .secret(Secret("secret-of-the-client")))
        try temporary.profiles.add(
            alice.profile("other", clientID: "other"), with: alice.grant(clientID: "other"),
            credential: .certificate(path: "/c.pem"))
        try temporary.profiles.add(bob.profile(), with: bob.grant())
        let profiles = ProfileRepository(temporary.reopened())
        #expect(try profiles.credential(of: alice.profile()) == .secret(Secret("secret-of-the-client")))
        #expect(try profiles.credential(of: alice.profile("other", clientID: "other")) == .certificate(path: "/c.pem"))
        #expect(try profiles.credential(of: bob.profile()) == nil)
        #expect(temporary.fileBytes().range(of: Data("secret-of-the-client".utf8)) == nil)
        _ = try temporary.cache.remove(alice.account)
        #expect(try profiles.credential(of: alice.profile()) == nil)
    }

    @Test func aClientsCredentialThatAnotherProgramMovedIsRefused() throws {
        let alice = Person.alice
        try temporary.profiles.add(alice.profile(), with: alice.grant(), credential: .certificate(path: "/c.pem"))
        try temporary.profiles.add(alice.profile("other", clientID: "other"), with: alice.grant(clientID: "other"))
        try temporary.store.write { try $0.run("UPDATE client_credential SET client_id = 'other'") }
        #expect(throws: StoreError.alteredProfile("other")) {
            try temporary.profiles.credential(of: alice.profile("other", clientID: "other"))
        }
    }
}
