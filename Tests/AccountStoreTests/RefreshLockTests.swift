import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct RefreshLockTests {
    private let temporary: TemporaryStore
    private let alice = Person.alice.account

    init() throws {
        temporary = try TemporaryStore()
    }

    /// The only lock file there is, once it was used.
    private func lockFile() async throws -> String {
        try await temporary.cache.withRefreshLock(account: alice, clientID: "c", timeout: .zero) {}
        let locks = temporary.location.locks
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: locks).first)
        return locks + "/" + name
    }

    @Test func anotherProgramIsExcluded() async throws {
        let file = try await lockFile()
        let holder = try LockHolder(of: file)
        let error = await #expect(throws: AuthError.self) {
            try await temporary.cache.withRefreshLock(account: alice, clientID: "c", timeout: .milliseconds(50)) {}
        }
        if case .refreshLockTimedOut = error {} else { Issue.record("\(String(describing: error))") }
        try await temporary.cache.withRefreshLock(account: alice, clientID: "d", timeout: .zero) {}
        holder.release()
        try await temporary.cache.withRefreshLock(account: alice, clientID: "c", timeout: .seconds(60)) {}
    }

    @Test func lockIsFreeWhenItsHolderIsKilled() async throws {
        let holder = try LockHolder(of: try await lockFile())
        holder.kill()
        try await temporary.cache.withRefreshLock(account: alice, clientID: "c", timeout: .seconds(60)) {}
    }

    @Test func childProcessesDoNotInheritTheLock() async throws {
        let file = try await lockFile()
        try await temporary.cache.withRefreshLock(account: alice, clientID: "c", timeout: .zero) {
            let status = try status(of: ["/usr/bin/flock", "--nonblock", file, "true"])
            #expect(status == 1, "what it answers when somebody has the lock")
        }
        #expect(try status(of: ["/usr/bin/flock", "--nonblock", file, "true"]) == 0)
    }

    @Test func lockFileStaysAndItsNameIsAHash() async throws {
        let file = try await lockFile()
        let name = try #require(file.split(separator: "/").last)
        #expect(name.wholeMatch(of: /[0-9a-f]{32}\.lock/) != nil)
        #expect(try await lockFile() == file)
    }
}

private func status(of command: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
}

/// util-linux's `flock`, which holds a lock until it is stopped.
private final class LockHolder {
    private let process = Process()
    private let input = Pipe()

    /// Returns when the lock is taken: the child prints a byte under it.
    init(of file: String) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        // Without a fork the program that waits has the lock itself, so that killing it is enough.
        process.arguments = ["--no-fork", file, "sh", "-c", "echo; exec cat"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        _ = try output.fileHandleForReading.read(upToCount: 1)
    }

    deinit { kill() }

    func release() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
