import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

/// Credentials of apps: stored with the profile, removed with the account.
@Suite struct ApplicationCredentialTests {
    private let temporary: TemporaryStore
    private let alice = Person.alice

    init() throws {
        temporary = try TemporaryStore()
    }

    private func add(_ credential: ApplicationCredential) throws {
        try temporary.profiles.add(alice.profile(), with: alice.grant(refresh: nil), credential: credential)
    }

    @Test(arguments: [
        ApplicationCredential.secret(Secret("s3cret")), .certificate(path: "/c.pem"), .federatedTokenFile(path: "/t"),
        .managedIdentity(.system), .managedIdentity(.client("5e29463d-71da-4fe0-8e69-999b57db23b0")),
    ])
    func aCredentialIsReadAsItWasWritten(credential: ApplicationCredential) throws {
        try add(credential)
        #expect(try ProfileRepository(temporary.reopened()).credential(of: alice.profile()) == credential)
        try temporary.profiles.add(Person.bob.profile(), with: Person.bob.grant())
        #expect(try temporary.profiles.credential(of: Person.bob.profile()) == nil)
    }

    @Test func aNewCredentialReplacesTheOld() throws {
        try add(.secret(Secret("old")))
        try temporary.profiles.update(
            alice.profile(), with: alice.grant(refresh: nil), credential: .certificate(path: "/c.pem"))
        #expect(try temporary.profiles.credential(of: alice.profile()) == .certificate(path: "/c.pem"))
        try temporary.profiles.update(alice.profile(), with: alice.grant(refresh: nil))
        #expect(try temporary.profiles.credential(of: alice.profile()) == .certificate(path: "/c.pem"))
    }

    @Test func aSecretIsSealedAndRemovedWithTheAccount() throws {
        try add(.secret(Secret("s3cret-of-the-app")))
        #expect(temporary.fileBytes().range(of: Data("s3cret-of-the-app".utf8)) == nil)
        let sealed = try #require(
            try temporary.store.read { db in
                try db.first("SELECT secret FROM application_credential") { try $0.bytes(0) }
            } ?? nil)
        #expect(temporary.fileBytes().range(of: sealed) != nil)
        _ = try temporary.cache.remove(alice.account)
        #expect(try temporary.profiles.credential(of: alice.profile()) == nil)
        #expect(temporary.fileBytes().range(of: sealed) == nil)
    }

    @Test func aSecretUnsealsForItsAccountOnly() throws {
        try add(.secret(Secret("s3cret")))
        try temporary.profiles.add(
            Person.bob.profile(), with: Person.bob.grant(refresh: nil), credential: .secret(Secret("other")))
        try temporary.store.write { db in
            try db.run(
                """
                UPDATE application_credential SET secret =
                (SELECT secret FROM application_credential WHERE home_account_id LIKE 'bob%')
                """)
        }
        #expect(throws: StoreError.self) { try temporary.profiles.credential(of: alice.profile()) }
    }

    @Test func anAppWithACredentialIsSignedIn() throws {
        try add(.managedIdentity(.system))
        let late = Sample.now + 1_000_000
        #expect(try temporary.profiles.statuses(at: late).values.map(\.state) == [.signedIn])
        _ = try temporary.cache.remove(alice.account)
        #expect(try temporary.profiles.statuses(at: late).values.map(\.state) == [.signedOut])
    }

    @Test func aRejectedCredentialNeedsASignInUntilItIsAcceptedOrReplaced() throws {
        let (profile, late) = (try alice.profile(), Sample.now + 1_000_000)
        func states() throws -> [ProfileState] { try temporary.profiles.statuses(at: late).values.map(\.state) }
        try add(.secret(Secret("old")))
        try temporary.cache.markRejected(
            ApplicationCredential.secret(Secret("another")), of: alice.account, at: Sample.now)
        #expect(try states() == [.signedIn], "another one was refused")
        try temporary.cache.markRejected(ApplicationCredential.secret(Secret("old")), of: alice.account, at: Sample.now)
        #expect(try states() == [.signInRequired])
        try temporary.profiles.update(profile, with: alice.grant(refresh: nil), credential: .secret(Secret("new")))
        #expect(try states() == [.signedIn])
    }

    @Test func aCredentialThatAnotherProgramChangedIsRefused() throws {
        try add(.managedIdentity(.system))
        for change in ["kind = 'odd'", "reference = 'no id'", "kind = 'certificate', reference = '/etc/key.pem'"] {
            try temporary.store.write { try $0.run("UPDATE application_credential SET \(change)") }
            #expect(throws: StoreError.alteredProfile("alice")) {
                try temporary.profiles.credential(of: alice.profile())
            }
            try temporary.store.write {
                try $0.run("UPDATE application_credential SET kind = 'managed_identity', reference = ''")
            }
        }
    }
}
