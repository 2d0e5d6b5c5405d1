import AuthCore
import Synchronization
import Testing

/// The number of tasks that hold the lock, at most and in total.
private final class ConcurrencyCounter: Sendable {
    private let counts = Mutex((inside: 0, mostAtOnce: 0, visits: 0))

    var visits: Int { counts.withLock { $0.visits } }
    var mostAtOnce: Int { counts.withLock { $0.mostAtOnce } }

    func enter() {
        counts.withLock { counts in
            counts.inside += 1
            counts.visits += 1
            counts.mostAtOnce = max(counts.mostAtOnce, counts.inside)
        }
    }

    func leave() { counts.withLock { $0.inside -= 1 } }
}

@Suite struct RefreshLockContractTests {
    private let alice = Person.alice.account

    @Test(arguments: CacheUnderTest.allCases)
    func onlyOneTaskHoldsTheLock(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            let (account, counter) = (alice, ConcurrencyCounter())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await cache.withRefreshLock(account: account, clientID: "c", timeout: .seconds(60)) {
                            counter.enter()
                            await Task.yield()
                            counter.leave()
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(counter.visits == 20)
            #expect(counter.mostAtOnce == 1)
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func waitingEndsAtTheTimeLimit(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try await cache.withRefreshLock(account: alice, clientID: "c", timeout: .seconds(1)) {
                let error = await #expect(throws: AuthError.self) {
                    try await cache.withRefreshLock(account: alice, clientID: "c", timeout: .milliseconds(30)) {}
                }
                guard case .refreshLockTimedOut = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func eachAccountAndClientHasItsOwnLock(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try await cache.withRefreshLock(account: alice, clientID: "c", timeout: .zero) {
                try await cache.withRefreshLock(account: alice, clientID: "d", timeout: .zero) {}
                try await cache.withRefreshLock(account: Person.bob.account, clientID: "c", timeout: .zero) {}
            }
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func errorReleasesTheLock(_ kind: CacheUnderTest) async throws {
        struct Failure: Error {}
        try await kind.run { cache in
            await #expect(throws: Failure.self) {
                try await cache.withRefreshLock(account: alice, clientID: "c", timeout: .zero) { throw Failure() }
            }
            try await cache.withRefreshLock(account: alice, clientID: "c", timeout: .zero) {}
        }
    }

    @Test(arguments: CacheUnderTest.allCases)
    func cancellationEndsTheWaiting(_ kind: CacheUnderTest) async throws {
        try await kind.run { cache in
            try await cache.withRefreshLock(account: alice, clientID: "c", timeout: .zero) {
                let waiter = Task {
                    try await cache.withRefreshLock(account: alice, clientID: "c", timeout: .seconds(600)) {}
                }
                waiter.cancel()
                await #expect(throws: CancellationError.self) { try await waiter.value }
            }
        }
    }
}
