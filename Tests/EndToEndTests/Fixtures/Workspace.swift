import Foundation
import Synchronization
import Testing

/// An empty home folder, and an environment for programs that inherits nothing from this process.
final class Workspace: Sendable {
    let folder: String
    /// The environment of every program. A test can change a variable or, with nil, remove it.
    let environment: [String: String]
    private let runs = Mutex(0)

    init() throws {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/acct-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for name in ["home", "home/.runtime", "runs"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        environment = [
            "PATH": ([Products.folder] + Tool.folders).joined(separator: ":"), "HOME": "\(folder)/home",
            "ACCT_HOME": "\(folder)/acct", "XDG_RUNTIME_DIR": "\(folder)/home/.runtime", "LANG": "C.UTF-8",
            "TMPDIR": folder, "BROWSER": "/bin/false", "HTTPS_PROXY": try Self.barrier.get().url,
            "NO_PROXY": "localhost,127.0.0.1,::1",
        ]
    }

    /// A proxy that refuses every host, so that a test without its own cannot reach the network by accident.
    private static let barrier = Result { try ConnectProxy(routes: [:]) }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var store: StoreFile { StoreFile(folder: "\(folder)/acct") }

    func start(
        _ command: [String], input: Child.Input = .nothing, environment changes: [String: String?] = [:]
    ) throws -> Child {
        let number = runs.withLock { count in
            count += 1
            return count
        }
        let environment = environment.merging(changes.compactMapValues(\.self)) { $1 }
            .filter { changes[$0.key] != .some(nil) }
        return try Child(
            command, environment: environment, directory: "\(folder)/home", files: "\(folder)/runs/\(number)",
            input: input)
    }

    /// Runs `acct` to its end.
    ///
    /// - Parameter line: its arguments, separated by spaces; those with spaces go into `more`.
    func acct(
        _ line: String, _ more: [String] = [], input: Data? = nil, environment: [String: String?] = [:]
    ) async throws -> Run {
        try await run(
            [Products.acct] + line.split(separator: " ").map(String.init) + more,
            input: input.map { .bytes($0) } ?? .nothing, environment: environment)
    }

    /// Runs `acct` and requires exit code 0.
    @discardableResult
    func succeed(
        _ line: String, _ more: [String] = [], input: Data? = nil, environment: [String: String?] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Run {
        let run = try await acct(line, more, input: input, environment: environment)
        try #require(run.status == 0, "\(run)", sourceLocation: sourceLocation)
        return run
    }

    func run(
        _ command: [String], input: Child.Input = .nothing, environment: [String: String?] = [:],
        within limit: Duration = .seconds(60)
    ) async throws -> Run {
        try await start(command, input: input, environment: environment).run(within: limit)
    }

    /// - Returns: a command that runs these lines. The file itself is not executed: a child that is just being
    ///   started could still have it open for writing (ETXTBSY).
    func shellCommand(_ name: String, _ lines: String) throws -> String {
        "/bin/sh \(try file(name, lines + "\n"))"
    }

    func file(_ name: String, _ content: String) throws -> String {
        let path = "\(folder)/\(name)"
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}

/// Folders below the home of a test.
extension Workspace {
    var home: String { "\(folder)/home" }

    /// - Parameter name: below the home.
    @discardableResult
    func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: "\(home)/\(name)", withIntermediateDirectories: true)
        return "\(home)/\(name)"
    }

    /// Runs `acct` in a folder below the home, through a shell that changes to it.
    func acct(in folder: String, _ line: String, environment: [String: String?] = [:]) async throws -> Run {
        // The shell sets the variable when it changes the directory.
        let shell = environment["PWD"].flatMap(\.self).map { ["/usr/bin/env", "PWD=\($0)"] } ?? []
        return try await run(
            ["/bin/sh", "-c", "cd -P \"$0\" && exec \"$@\"", "\(home)/\(folder)"] + shell + [Products.acct]
                + line.split(separator: " ").map(String.init), environment: environment)
    }
}

/// The result of a program that has ended.
struct Run: CustomStringConvertible {
    let command: [String]
    let status: Int32
    let output: Data
    let error: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var line: String { text.trimmingCharacters(in: .newlines) }

    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: output)
    }

    var description: String { "\(command.joined(separator: " ")) → \(status)\n\(text.prefix(2000))\n\(error)" }
}

extension Child {
    func run(within limit: Duration = .seconds(60)) async throws -> Run {
        Run(command: command, status: try await finish(within: limit), output: output, error: error)
    }
}

/// The programs under test: those of the folder `ACCT_TEST_PROGRAMS` if it is set, as for a release, else those that are
/// built next to the tests.
enum Products {
    static let folder: String = {
        if let folder = ProcessInfo.processInfo.environment["ACCT_TEST_PROGRAMS"] { return folder }
        let path =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }()

    static let acct = "\(folder)/acct"
    static let sandbox = "\(folder)/acct-sandbox"
}
