import Foundation
import Testing

/// A command that changes the store, and the state that it starts from.
struct StoreOperation: Sendable, CustomTestStringConvertible {
    /// How `acct token --force-refresh` has to end for the profile that acts, as long as its sign-in is not lost.
    struct Acting: Sendable {
        let profile: String
        let status: Int32

        static func works(_ profile: String) -> Acting { Acting(profile: profile, status: 0) }
        static func isUnknown(_ profile: String) -> Acting { Acting(profile: profile, status: 3) }
        static func isSignedOut(_ profile: String) -> Acting { Acting(profile: profile, status: 4) }
        /// The server of a stored database has ended long ago.
        static func isUnreachable(_ profile: String) -> Acting { Acting(profile: profile, status: 7) }
    }

    let testDescription: String
    var line: String
    /// The person who signs in in the browser, and whether `--authority` and `--client-id` are needed.
    var person: String?
    var isNewSignIn = false
    var before = Acting.works("alice")
    var after = Acting.works("alice")
    /// Whether the command redeems the refresh token. Each run then needs a store whose token is not spent.
    var redeems = false
    var prepare: @Sendable (TortureStore) async throws -> Void = { _ in }

    func arguments(_ sandbox: Sandboxed) -> [String] {
        var arguments = line.replacing("FOLDER", with: sandbox.workspace.folder)
            .replacing("AUTHORITY", with: sandbox.server.authority).replacing("GRAPH", with: sandbox.server.graph)
            .split(separator: " ").map(String.init)
        if let person {
            arguments += isNewSignIn ? sandbox.signIn(as: person) : sandbox.browser(person)
        }
        return arguments
    }

    /// Brings a new store into the state that the command starts from.
    func prepared(in sandbox: Sandboxed) async throws -> TortureStore {
        let store = try TortureStore("prepared", in: sandbox)
        try await prepare(store)
        return store
    }

    /// Gives Alice a refresh token that is not redeemed yet, and lets her access token expire.
    func renewSignIn(of store: TortureStore) async throws {
        guard redeems else { return }
        try await store.succeed(["sign-in", "alice"] + store.sandbox.browser("alice@contoso.example"))
        try await store.file.expireAccessTokens()
    }
}

extension StoreOperation {
    static let all: [StoreOperation] = [
        StoreOperation(
            testDescription: "first add", line: "add alice", person: "alice@contoso.example", isNewSignIn: true,
            before: .isUnknown("alice")),
        StoreOperation(
            testDescription: "add", line: "add carol", person: "carol@fabrikam.example", isNewSignIn: true,
            before: .isUnknown("carol"), after: .works("carol"), prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "token that renews", line: "token -p alice", redeems: true, prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "graph that renews", line: "graph /me -p alice", redeems: true, prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "add of a second profile", line: "add second --account alice --tenant contoso.example",
            after: .works("second"), redeems: true, prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "sign-out", line: "sign-out alice", after: .isSignedOut("alice"), prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "sign-in again", line: "sign-in alice", person: "alice@contoso.example",
            prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "sign-in of a signed-out profile", line: "sign-in alice",
            person: "alice@contoso.example", before: .isSignedOut("alice"),
            prepare: { store in
                try await addAliceAndBob(store)
                try await store.succeed(["sign-out", "alice"])
            }),
        StoreOperation(
            testDescription: "remove", line: "remove alice", after: .isUnknown("alice"), prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "rename", line: "rename alice work", after: .works("work"), prepare: addAliceAndBob),
        StoreOperation(testDescription: "use", line: "use bob", prepare: addAliceAndBob),
        StoreOperation(testDescription: "bind", line: "bind bob FOLDER", prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "unbind", line: "unbind FOLDER",
            prepare: { store in
                try await addAliceAndBob(store)
                try await store.succeed(["bind", "bob", store.sandbox.workspace.folder])
            }),
        StoreOperation(testDescription: "rule add", line: "rule add /users/* bob", prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "rule remove", line: "rule remove 1",
            prepare: { store in
                try await addAliceAndBob(store)
                try await store.succeed(["rule", "add", "/users/*", "bob"])
            }),
        StoreOperation(
            testDescription: "consent", line: "consent bob --scope Mail.Read", person: "bob@contoso.example",
            before: .works("bob"), after: .works("bob"), prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "import",
            line: "import msal FOLDER/cache.json --name alice --authority AUTHORITY --graph GRAPH",
            before: .isUnknown("alice"), prepare: exportAlice),
        StoreOperation(testDescription: "store rotate", line: "store rotate", prepare: addAliceAndBob),
        StoreOperation(
            testDescription: "second store rotate", line: "store rotate",
            prepare: { store in
                try await addAliceAndBob(store)
                try await store.succeed(["store", "rotate"])
            }),
        StoreOperation(
            testDescription: "migration", line: "list", before: .isUnreachable("alice"),
            after: .isUnreachable("alice"), prepare: restoreOldDatabase),
    ]

    @Sendable private static func addAliceAndBob(_ store: TortureStore) async throws {
        try await store.add("alice", as: "alice@contoso.example")
        try await store.add("bob", as: "bob@contoso.example")
    }

    /// Alice's sign-in of another store as a cache file. In this store Bob is signed in.
    @Sendable private static func exportAlice(_ store: TortureStore) async throws {
        let other = try TortureStore("exported", in: store.sandbox)
        let tenant = try #require(store.sandbox.server.authorities["contoso.example"])
        try await other.succeed(["add", "alice"] + store.sandbox.signIn(as: "alice@contoso.example", at: tenant))
        let file = "\(store.sandbox.workspace.folder)/cache.json"
        try await other.succeed(["export", "--format", "msal", "alice", "--output", file, "--yes"])
        try await store.add("bob", as: "bob@contoso.example")
    }

    /// The database of an earlier version that the tests of the store migrate as well.
    @Sendable private static func restoreOldDatabase(_ store: TortureStore) async throws {
        let dump = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../AccountStoreTests/Fixtures/version-12.sql").standardizedFileURL.path
        let text = try String(contentsOfFile: dump, encoding: .utf8)
        let key = try #require(text.firstMatch(of: /-- key: ([0-9a-f]{64})\n/)).1
        let bytes = try stride(from: 0, to: key.count, by: 2).map { offset in
            let start = key.index(key.startIndex, offsetBy: offset)
            return try #require(UInt8(key[start...].prefix(2), radix: 16))
        }
        try FileManager.default.createDirectory(
            atPath: store.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        #expect(
            FileManager.default.createFile(
                atPath: store.folder + "/key", contents: Data(bytes), attributes: [.posixPermissions: 0o600]))
        try await store.file.sqlite(".read \(dump)")
    }
}
