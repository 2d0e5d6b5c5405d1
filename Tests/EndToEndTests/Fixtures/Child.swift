import Foundation
import Synchronization
import Testing

/// A program that a test started, in a session of its own so that what it starts can be ended with it.
///
/// Its output goes to files: nobody has to keep reading for it to go on, and nothing it leaves running holds a pipe.
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

    /// - Parameter files: where its output goes; `.out` and `.err` are appended.
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

    /// Its exit code, or 128 and the signal that ended it; nil while it runs.
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

    /// Waits for it to end by itself.
    func finish(within limit: Duration) async throws -> Int32 {
        do {
            return try await eventually("\(command.joined(separator: " ")) ends", within: limit) { self.exitCode }
        } catch {
            kill()
            throw error
        }
    }

    /// Asks it to end, and makes it end when it does not.
    func stop() async {
        if let lifeline, exitCode == nil { close(lifeline) } else { signal(SIGTERM) }
        if (try? await eventually("it stops", within: .seconds(10), { self.exitCode })) == nil { kill() }
    }

    func signal(_ number: Int32) {
        status.withLock { if $0 == nil { _ = Foundation.kill(id, number) } }
    }

    /// Ends it and everything of its session, at once.
    private func kill() {
        guard exitCode == nil else { return }
        _ = Foundation.kill(-id, SIGKILL)
        var raw: Int32 = 0
        status.withLock { status in
            if waitpid(id, &raw, 0) == id { status = 128 + SIGKILL }
        }
    }
}

/// Asks again and again until there is an answer.
///
/// - Throws: `NeverHappened` when the time is over.
func eventually<Value>(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(30), _ answer: () async throws -> Value?
) async throws -> Value {
    let deadline = ContinuousClock.now + limit
    while true {
        if let value = try await answer() { return value }
        guard ContinuousClock.now < deadline else { throw NeverHappened(what: what(), limit: limit) }
        try await Task.sleep(for: .milliseconds(4))
    }
}

struct NeverHappened: Error, CustomStringConvertible {
    let what: String
    let limit: Duration

    var description: String { "Within \(limit) it never happened that \(what)." }
}
