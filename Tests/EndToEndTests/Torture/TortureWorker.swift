import Foundation
import HostileInput
import Testing

/// A user of a store that many others use at once. It alone changes its profile, so it knows the final state.
protocol TortureWorker: Sendable {
    /// Runs one random command, and expects it to succeed.
    mutating func step() async throws
    /// Compares the store with the changes of this worker.
    func expectFinalState(_ store: FinalState)
}

/// The profiles, bindings and rules after all workers have stopped.
struct FinalState {
    struct Profile: Decodable { let name, state: String }
    struct Binding: Decodable { let directory, profile: String }
    struct Rule: Decodable { let pattern, profile: String }

    let profiles: [String: String]
    let bindings: [String: String]
    let rules: [String: String]

    init(of store: TortureStore) async throws {
        let list = try await store.succeed(["list", "--json"]).json([Profile].self)
        profiles = Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0.state) })
        let bound = try await store.succeed(["bind", "--json"]).json([Binding].self)
        bindings = Dictionary(uniqueKeysWithValues: bound.map { ($0.directory, $0.profile) })
        let named = try await store.succeed(["rule", "--json"]).json([Rule].self)
        rules = Dictionary(uniqueKeysWithValues: named.map { ($0.pattern, $0.profile) })
    }
}

/// Adds a profile of Bob's account, uses and changes it, and removes it again.
struct ProfileWorker: TortureWorker {
    let store: TortureStore
    let number: Int
    let folder: String
    var generator: SeededGenerator
    private var name: String?
    private var isBound = false
    private var hasRule = false

    init(_ number: Int, store: TortureStore) throws {
        (self.number, self.store) = (number, store)
        generator = TortureScale.current.generator(for: "worker \(number)")
        folder = try store.sandbox.workspace.folder("worker-\(number)")
    }

    private var pattern: String { "/worker-\(number)/*" }

    mutating func step() async throws {
        guard let name else {
            let name = "w\(number)"
            // Half of the profiles come from a refresh token that is redeemed, half from a sign-in in the browser.
            let signIn =
                Bool.random(using: &generator)
                ? ["--account", "bob", "--tenant", "contoso.example"] : store.sandbox.signIn(as: "bob@contoso.example")
            try await store.run(["add", name] + signIn)
            self.name = name
            return
        }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            try await store.run(["remove", name])
            (self.name, isBound, hasRule) = (nil, false, false)
        case 1:
            let other = name.hasSuffix("r") ? "w\(number)" : "w\(number)r"
            try await store.run(["rename", name, other])
            self.name = other
        case 2:
            try await store.run(isBound ? ["unbind", folder] : ["bind", name, folder])
            isBound.toggle()
        case 3 where !hasRule:
            try await store.run(["rule", "add", pattern, name])
            hasRule = true
        case 3:
            try await store.run(["rule", "remove", pattern])
            hasRule = false
        case 4: try await store.run(["use", name])
        case 5, 6: try await store.run(["token", "-p", name, "--force-refresh"])
        case 7, 8: try await store.run(["graph", "/me", "-p", name])
        case 9:
            let list = try await store.run(["list"])
            #expect(list.text.contains(name), "\(list)")
        default: try await store.run(["token", "-p", name])
        }
    }

    func expectFinalState(_ state: FinalState) {
        for candidate in ["w\(number)", "w\(number)r"] {
            #expect(
                state.profiles[candidate] == (candidate == name ? "signedIn" : nil), "worker \(number): \(candidate)")
        }
        #expect(state.bindings[folder] == (isBound ? name : nil), "worker \(number)")
        #expect(state.rules[pattern] == (hasRule ? name : nil), "worker \(number)")
    }
}

/// Signs an account of its own in and out.
struct AccountWorker: TortureWorker {
    let store: TortureStore
    let person: String
    var generator: SeededGenerator
    private var isSignedIn = true

    init(_ person: String, store: TortureStore) {
        (self.person, self.store) = (person, store)
        generator = TortureScale.current.generator(for: person)
    }

    private var name: String { String(person.prefix { $0 != "@" }) }

    mutating func step() async throws {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where isSignedIn:
            try await store.run(["sign-out", name])
            isSignedIn = false
        case 0, 1:
            try await store.run(["sign-in", name] + store.sandbox.browser(person))
            isSignedIn = true
        case 2: try await store.run(["token", "-p", name, "--force-refresh"], status: isSignedIn ? 0 : 4)
        case 3: try await store.run(["graph", "/me", "-p", name], status: isSignedIn ? 0 : 4)
        default: try await store.run(["token", "-p", name], status: isSignedIn ? 0 : 4)
        }
    }

    func expectFinalState(_ state: FinalState) {
        #expect(state.profiles[name] == (isSignedIn ? "signedIn" : "signedOut"), "\(person)")
    }
}

extension TortureStore {
    /// Runs `acct` beside other processes, whose locks must not show in its messages.
    @discardableResult
    fileprivate func run(_ arguments: [String], status: Int32 = 0) async throws -> Run {
        let run = try await acct(arguments)
        let context = "\(run)ACCT_TORTURE_SEED=\(TortureScale.current.seed)"
        for word in ["busy", "locked by another process", "database is locked"] {
            #expect(!run.error.contains(word), "\(context)")
        }
        try #require(run.status == status, "\(context)")
        return run
    }
}
