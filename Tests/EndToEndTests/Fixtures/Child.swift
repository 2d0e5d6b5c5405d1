import Foundation
import Synchronization
import Testing

/// A program that a test started, in its own session, so that its child processes can be ended with it.
///
/// Its output goes to files: a full pipe cannot block it, and a process that it leaves running holds no pipe.
final class Child: Sendable {
    enum Input {
        case nothing
        case bytes(Data)
        /// A pipe that stays open until the child is stopped, or this process is gone.
        case lifeline
        /// Input, output and errors are this terminal.
        case terminal(path: String)
    }

    let id: pid_t
    let command: [String]
    private let outputFile: String
    private let errorFile: String
    private let lifeline: Int32?
    private let status = Mutex<Int32?>(nil)

    /// - Parameter files: the path of the output files; `.out` and `.err` are appended.
    init(
        _ command: [String], environment: [String: String], directory: String, files: String, input: Input = .nothing
    ) throws {
        self.command = command
        (outputFile, errorFile) = (files + ".out", files + ".err")
        var streams = try StandardStreams(input, files: files)
        defer { streams.closeOurs() }
        lifeline = streams.lifeline
        id = try streams.spawn(command, environment: environment, directory: directory)
    }

    deinit {
        kill()
    }

    var output: Data { FileManager.default.contents(atPath: outputFile) ?? Data() }
    var error: String { String(decoding: FileManager.default.contents(atPath: errorFile) ?? Data(), as: UTF8.self) }

    /// The exit code, or 128 plus the signal that ended it; nil while it runs.
    var exitCode: Int32? {
        status.withLock { status in
            if let status { return status }
            var raw: Int32 = 0
            guard waitpid(id, &raw, WNOHANG) == id else { return nil }
            let signal = raw & 0x7f
            status = signal == 0 ? (raw >> 8) & 0xff : 128 + signal
            return status
        }
    }

    /// Waits for the program to end by itself.
    func finish(within limit: Duration) async throws -> Int32 {
        do {
            return try await eventually("\(command.joined(separator: " ")) ends", within: limit) { self.exitCode }
        } catch {
            kill()
            throw error
        }
    }

    /// Asks the program to end, and kills it after a timeout.
    func stop() async {
        if let lifeline, exitCode == nil { close(lifeline) } else { signal(SIGTERM) }
        if (try? await eventually("it stops", within: .seconds(50), { self.exitCode })) == nil { kill() }
    }

    func signal(_ number: Int32) {
        status.withLock { if $0 == nil { _ = Foundation.kill(id, number) } }
    }

    /// Kills the program and its session.
    private func kill() {
        guard exitCode == nil else { return }
        _ = Foundation.kill(-id, SIGKILL)
        var raw: Int32 = 0
        status.withLock { status in
            if waitpid(id, &raw, 0) == id { status = 128 + SIGKILL }
        }
    }
}

/// Runs `body` and then `cleanUp`, which also runs when `body` throws.
func withCleanup<Result>(_ cleanUp: () async -> Void, _ body: () async throws -> Result) async throws -> Result {
    do {
        let result = try await body()
        await cleanUp()
        return result
    } catch {
        await cleanUp()
        throw error
    }
}

/// Polls until the condition holds.
///
/// - Throws: `EventuallyTimeout` on a timeout.
func eventually(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(240), until condition: () async throws -> Bool
) async throws {
    try await eventually(what(), within: limit) { () async throws -> Void? in try await condition() ? () : nil }
}

/// Polls until the condition returns a value.
///
/// - Throws: `EventuallyTimeout` on a timeout.
func eventually<Value>(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(240), _ condition: () async throws -> Value?
) async throws -> Value {
    let deadline = ContinuousClock.now + limit
    while true {
        if let value = try await condition() { return value }
        guard ContinuousClock.now < deadline else { throw EventuallyTimeout(what: what(), limit: limit) }
        try await Task.sleep(for: .milliseconds(4))
    }
}

struct EventuallyTimeout: Error, CustomStringConvertible {
    let what: String
    let limit: Duration

    var description: String { "Timed out after \(limit): \(what)." }
}
