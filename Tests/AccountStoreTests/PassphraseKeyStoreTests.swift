import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AccountStore

@Suite struct PassphraseKeyStoreTests {
    private let temporary: TemporaryStore
    private let store: PassphraseKeyStore
    private let id = KeyID.random()
    private let key = MasterKey()
    private let passphrase = Secret("correct horse")
    private let cheap = PassphraseSeal.Cost(rounds: 1 << 14, blockSize: 8, parallelism: 1)

    init() throws {
        temporary = try TemporaryStore()
        try PrivateDirectory(path: temporary.location.directory).create()
        store = PassphraseKeyStore(at: temporary.location)
    }

    private var path: String { temporary.location.passphraseFile(id) }

    private func write(_ seal: PassphraseSeal) throws {
        try JSONEncoder().encode(seal).write(to: URL(filePath: path))
    }

    @Test func onlyThePassphraseOpensTheKey() throws {
        let seal = try PassphraseSeal(key, as: id, with: passphrase, cost: cheap)
        #expect(try seal.open(id, with: passphrase) == key)
        for wrong in ["", "correct", "correct horse ", "Correct horse"] {
            #expect(throws: KeyStoreError.wrongPassphrase) { try seal.open(id, with: Secret(wrong)) }
        }
        #expect(throws: KeyStoreError.wrongPassphrase) { try seal.open(.random(), with: passphrase) }
    }

    /// As with sudo and ssh-add.
    @Test(arguments: [
        (["right"], true, 1), (["wrong", "right"], true, 2), (["wrong", "wrong", "right"], true, 3),
        (["wrong", "wrong", "wrong", "right"], false, 3),
    ])
    func personHasThreeAttempts(typed: [String], opens: Bool, count: Int) throws {
        let asked = Mutex<[Bool]>([])
        let question = PassphraseQuestion { isAgain in
            asked.withLock { $0.append(isAgain) }
            return Secret(typed[asked.withLock { $0.count } - 1])
        }
        let body = { (passphrase: Secret) throws in
            guard passphrase == Secret("right") else { throw KeyStoreError.wrongPassphrase }
        }
        if opens {
            try question.answered(body)
        } else {
            #expect(throws: KeyStoreError.wrongPassphrase) { try question.answered(body) }
        }
        #expect(asked.withLock { $0 } == (0..<count).map { $0 > 0 })
    }

    @Test func equalPassphrasesHaveDifferentSeals() throws {
        let seals = try (0..<4).map { _ in
            try JSONEncoder().encode(PassphraseSeal(key, as: id, with: passphrase, cost: cheap))
        }
        #expect(Set(seals).count == 4)
    }

    @Test func costIsRaisedWhenTheKeyIsUnlocked() throws {
        try write(PassphraseSeal(key, as: id, with: passphrase, cost: cheap))
        _ = try? store.unlock(id, with: passphrase, for: 60, at: Sample.now)
        defer { try? store.lock(id) }
        let raised = try JSONDecoder().decode(PassphraseSeal.self, from: Data(contentsOf: URL(filePath: path)))
        #expect(raised.cost == .current)
        #expect(try raised.open(id, with: passphrase) == key)
    }

    /// Two processes would write one draft, and a rotation may have removed the key.
    @Test func costIsNotRaisedBesideARotation() throws {
        try write(PassphraseSeal(key, as: id, with: passphrase, cost: cheap))
        try PrivateDirectory(path: temporary.location.locks).create()
        try FileLock.withLock(at: temporary.location.keyLock, seconds: 1) {
            _ = try? store.unlock(id, with: passphrase, for: 60, at: Sample.now)
        }
        try store.lock(id)
        let seal = try JSONDecoder().decode(PassphraseSeal.self, from: Data(contentsOf: URL(filePath: path)))
        #expect(seal.cost == cheap)
    }

    @Test(arguments: [
        "", "{}", "[]", "not JSON",
        #"{"cost":{"rounds":131072,"blockSize":8,"parallelism":1},"salt":"","key":"*"}"#,
        #"{"cost":{"rounds":1099511627776,"blockSize":8,"parallelism":1},"salt":"AA==","key":"AA=="}"#,
        #"{"cost":{"rounds":131071,"blockSize":8,"parallelism":1},"salt":"AA==","key":"AA=="}"#,
        #"{"cost":{"rounds":131072,"blockSize":8,"parallelism":-1},"salt":"AA==","key":"AA=="}"#,
    ])
    func damagedFileIsReported(_ content: String) throws {
        try Data(content.utf8).write(to: URL(filePath: path))
        #expect(throws: KeyStoreError.damaged(.passphrase)) { try store.load(id) }
    }

    @Test func newKeyNeedsAPassphrase() throws {
        #expect(throws: KeyStoreError.noPassphrase) { try store.save(key, as: id) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func unlockedKeyIsKeptForItsTimeAndLockedAtOnce() throws {
        try write(PassphraseSeal(key, as: id, with: passphrase))
        do {
            try store.unlock(id, with: passphrase, for: 60, at: Sample.now)
        } catch KeyStoreError.noKernelKeyring {
            return
        }
        #expect(try store.load(id) == key)
        #expect(store.unlockedUntil(id) == Sample.now + 60)
        try store.lock(id)
        #expect(store.unlockedUntil(id) == nil)
        #expect(throws: KeyStoreError.locked(.passphrase)) { try store.load(id) }
    }
}
