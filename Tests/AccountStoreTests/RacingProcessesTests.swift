import AccountProfiles
import AuthCore
import CSQLite
import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AccountStore

/// Real processes over a shared folder. Each exit test runs its body in a separate process.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RacingProcessesTests {
    private let temporary: TemporaryStore
    private let directory: String

    init() throws {
        temporary = try TemporaryStore()
        directory = temporary.location.directory
    }

    @Test func processesAgreeOnOneKeyAndOneDatabase() async throws {
        await withTaskGroup { group in
            for number in 0..<6 {
                group.addTask { [directory] in
                    await #expect(processExitsWith: .success) {
                        [directory = directory as String, number = number as Int] in
                        let store = Store(at: StoreLocation(directory: directory))
                        let person = Person(name: "person\(number)", tenantID: "tenant\(number)")
                        try ProfileRepository(store).add(person.profile(), with: person.grant())
                    }
                }
            }
        }
        let profiles = try temporary.profiles.profiles()
        #expect(profiles.count == 6)
        for profile in profiles { #expect(try temporary.cache.accessTokens(profile.tokenKey).count == 1) }
        #expect(try temporary.profiles.current() != nil)
        #expect(temporary.fileNames()?.filter { $0.contains(".") && $0 != "acct.sqlite" && !$0.contains("-") } == [])
    }

    /// As the processes do, but with more of them: each has its own store, connection and file descriptions.
    @Test func threadsThatCreateAtOnceAgreeToo() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask { [temporary] in
                    let person = Person(name: "person\(number)", tenantID: "tenant\(number)")
                    try ProfileRepository(temporary.reopened()).add(person.profile(), with: person.grant())
                }
            }
            try await group.waitForAll()
        }
        #expect(try temporary.cache.accounts().count == 16)
        for number in 0..<16 {
            let person = Person(name: "person\(number)", tenantID: "tenant\(number)")
            #expect(try temporary.cache.accessTokens(person.key) == [Sample.accessToken()])
        }
    }

    @Test func processesWriteAtOnceWithoutLosingRows() async throws {
        try temporary.cache.save(Person.alice.grant())
        await withTaskGroup { group in
            for number in 0..<4 {
                group.addTask { [directory] in
                    await #expect(processExitsWith: .success) {
                        [directory = directory as String, number = number as Int] in
                        let cache = StoredTokenCache(Store(at: StoreLocation(directory: directory)))
                        for client in 0..<25 {
                            try cache.save(Person.alice.grant(clientID: "\(number)-\(client)"))
                        }
                    }
                }
            }
        }
        #expect(try temporary.cache.remove(Person.alice.account).refreshTokens == 101)
    }

    /// Every write that returned before the kill is stored. A later write is stored completely or not at all.
    @Test(arguments: [1, 7, 40, 200])
    func killedProcessLeavesAWholeStore(afterWrites count: Int) async throws {
        try temporary.cache.save(Person.bob.grant())
        let progress = directory + "/../progress"
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [directory = directory as String, progress = progress as String, count] in
            let cache = StoredTokenCache(Store(at: StoreLocation(directory: directory)))
            for number in 1... {
                let refresh = Sample.refreshToken("\(number)")
                try cache.save(Person.alice.grant(access: Sample.accessToken("\(number)"), refresh: refresh))
                try Data("\(number)".utf8).write(to: URL(fileURLWithPath: progress), options: .atomic)
                // From another thread, while this one continues to write.
                if number == count { Thread.detachNewThread { kill(getpid(), SIGKILL) } }
            }
        }
        let saved = try Int(String(contentsOfFile: progress, encoding: .utf8)) ?? 0
        let found = try temporary.cache.refreshToken(account: Person.alice.account, clientID: Sample.clientID)
        let number = found.flatMap { Int($0.secret.expose()) } ?? 0
        #expect(saved >= count)
        #expect(number == saved || number == saved + 1)
        #expect(try temporary.cache.accessTokens(Person.alice.key).map { $0.secret.expose() } == ["\(number)"])
        #expect(try temporary.cache.accessTokens(Person.bob.key) == [Sample.accessToken()])
        let check = try temporary.store.read { try $0.rows("PRAGMA integrity_check") { try $0.text(0) } }
        #expect(check == ["ok"])
    }

    /// After a kill at a statement of its creation, which has 111, a store is completed by the next process.
    @Test(arguments: Array(1...12) + Array(stride(from: 15, to: 100, by: 10)) + Array(100...111))
    func storeKilledDuringCreationIsFinishedByTheNextProcess(atStatement number: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String, number] in
            StatementKill.install(at: number)
            try StoredTokenCache(Store(at: StoreLocation(directory: directory))).save(Person.alice.grant())
            // There were fewer statements.
            kill(getpid(), SIGKILL)
        }
        _ = try temporary.cache.accounts()
        try temporary.cache.save(Person.bob.grant())
        #expect(try temporary.cache.accessTokens(Person.bob.key) == [Sample.accessToken()])
    }
}

/// Kills this process as one of its SQL statements begins.
private enum StatementKill {
    private static let remaining = Atomic(0)

    /// - Parameter number: of the statement, counted from 1 in all databases that are opened from now on.
    static func install(at number: Int) {
        remaining.store(number, ordering: .relaxed)
        // Configures SQLite, which has to come before everything else.
        _ = try? Database(path: "/dev/null/none")
        typealias Opened = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> CInt
        let opened: Opened = { database, _, _ in
            sqlite3_trace_v2(
                database, UInt32(SQLITE_TRACE_STMT),
                { _, _, _, _ in
                    if StatementKill.remaining.subtract(1, ordering: .relaxed).newValue == 0 { kill(getpid(), SIGKILL) }
                    return 0
                }, nil)
        }
        sqlite3_auto_extension(unsafeBitCast(opened, to: (@convention(c) () -> Void).self))
    }
}
