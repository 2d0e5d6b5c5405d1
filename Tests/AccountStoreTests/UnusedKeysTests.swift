import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

/// Keys in the folder that are not the store's own: of a first sign-in that was killed before its commit.
@Suite struct UnusedKeysTests {
    private let temporary: TemporaryStore
    private var location: StoreLocation { temporary.location }

    init() throws {
        temporary = try TemporaryStore()
        try temporary.store.write { _ in }
    }

    private func keyFiles() -> [String] { (temporary.fileNames() ?? []).filter { $0.hasPrefix("key") } }

    private func leave(_ places: [KeyPlace]) throws {
        for place in places where place.store == .file {
            try FileKeyStore(at: location).save(MasterKey(), as: place.id)
        }
        for place in places where place.store == .passphrase {
            try Data("{}".utf8).write(to: URL(filePath: location.passphraseFile(place.id)))
        }
    }

    @Test func firstSignInRemovesThem() async throws {
        try leave([KeyPlace(store: .file, id: .random()), KeyPlace(store: .passphrase, id: .random())])
        _ = try await temporary.reopened().reserve()
        #expect(keyFiles() == ["key"])
        #expect(try temporary.store.read { try Settings(db: $0).unusedKeys() } == [])
    }

    @Test func copyThatAPersonHasMadeStays() async throws {
        let copies = ["key.old", "key-backup", "key-\(KeyID.random().text).old"].sorted()
        for name in copies { try Data([1]).write(to: URL(filePath: "\(location.directory)/\(name)")) }
        _ = try await temporary.reopened().reserve()
        #expect(Set(keyFiles()) == Set(["key"] + copies))
    }

    @Test func keysOfAStoreThatHasOneStay() async throws {
        _ = try await temporary.reopened().reserve()
        let other = KeyPlace(store: .file, id: .random())
        try leave([other])
        _ = try await temporary.reopened().reserve()
        #expect(Set(keyFiles()) == ["key", "key-\(other.id.text)"])
    }

    /// The file that stands for a key in the keyring is the store's own, as the key is.
    @Test(arguments: KeyStoreName.allCases) func ownKeyIsNotAStray(name: KeyStoreName) async throws {
        _ = try await temporary.reopened().reserve()
        let store = temporary.reopened()
        let (own, other) = (KeyPlace(store: name, id: .random()), KeyPlace(store: .file, id: .random()))
        try store.write { try Settings(db: $0).setKeyPlace(own) }
        for path in [
            location.keyFile(own.id), location.passphraseFile(own.id), location.secretServiceFile(own.id),
        ] where location.keyPlace(ofFile: path) == own {
            try Data("{}".utf8).write(to: URL(filePath: path))
        }
        try leave([other])
        #expect(try Set(store.strayKeyFiles()) == [location.key, location.keyFile(other.id)])
        try store.removeStrayKeyFile(location.keyFile(other.id))
        try store.removeStrayKeyFile(location.secretServiceFile(own.id))
        #expect(try store.strayKeyFiles() == [location.key])
        #expect(keyFiles().count == 2)
    }

    /// Whatever names the key store: a key that is there is not replaced.
    @Test(arguments: ["auto", "file"]) func firstKeyFileIsUsed(wanted: String) async throws {
        try leave([.first])
        let key = try FileKeyStore(at: location).load(.first)
        let store = Store(at: location, environment: ["ACCT_KEY_STORE": wanted])
        _ = try await store.reserve()
        #expect(try store.loadedKey() == key)
    }

    @Test(arguments: [
        ("key", KeyPlace.first), ("key.draft", .first), ("key.old", nil), ("keys", nil), ("key-1", nil),
        ("key-0123456789abcdef0123456789abcdef", KeyPlace(text: "file:0123456789abcdef0123456789abcdef")),
        ("key-0123456789abcdef0123456789abcdef.draft", KeyPlace(text: "file:0123456789abcdef0123456789abcdef")),
        (
            "key-0123456789abcdef0123456789abcdef.passphrase.draft",
            KeyPlace(text: "passphrase:0123456789abcdef0123456789abcdef")
        ),
        (
            "key-0123456789abcdef0123456789abcdef.secret-service",
            KeyPlace(text: "secret-service:0123456789abcdef0123456789abcdef")
        ),
        ("key-0123456789ABCDEF0123456789abcdef", nil), ("key-0123456789abcdef0123456789abcdef.old", nil),
        ("key-0123456789abcdef0123456789abcdef.passphrase.old", nil),
    ])
    func placeIsReadFromTheNameOfAFile(name: String, place: KeyPlace?) {
        #expect(KeyPlace(file: Substring(name)) == place)
    }
}
