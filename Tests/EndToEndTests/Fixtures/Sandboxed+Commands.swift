import Foundation
import Testing

/// `acct` against the sandbox.
extension Sandboxed {
    func acct(
        _ line: String, _ more: [String] = [], input: Data? = nil, environment: [String: String?] = [:]
    ) async throws -> Run {
        try await workspace.acct(line, more, input: input, environment: environment)
    }

    @discardableResult
    func succeed(
        _ line: String, _ more: [String] = [], input: Data? = nil, environment: [String: String?] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Run {
        try await workspace.succeed(
            line, more, input: input, environment: environment, sourceLocation: sourceLocation)
    }

    /// The options that sign in at the sandbox; the browser chooses that person.
    func signIn(as person: String, at authority: String? = nil, browsing: String = "") -> [String] {
        ["--authority", authority ?? server.authority, "--client-id", server.clientId] + browser(person, browsing)
    }

    func browser(_ person: String, _ options: String = "") -> [String] {
        let words = ["acct-sandbox browse --as", person, options].filter { !$0.isEmpty }
        return ["--browser", words.joined(separator: " "), "--timeout", "30"]
    }

    /// `browser`, as it stands in a command to run.
    func browserWords(_ person: String, _ options: String = "") -> String {
        let words = browser(person, options)
        return "--browser '\(words[1])' --timeout 30"
    }

    /// Adds a profile and signs it in.
    func add(
        _ name: String, as person: String, at authority: String? = nil, _ options: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await succeed("add \(name)", signIn(as: person, at: authority) + options, sourceLocation: sourceLocation)
    }

    /// Adds Alice and Bob of one tenant. Alice is first and therefore current.
    func addAliceAndBob(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await add("alice", as: "alice@contoso.example", sourceLocation: sourceLocation)
        try await add("bob", as: "bob@contoso.example", sourceLocation: sourceLocation)
    }
}

/// Steps that many tests share.
extension Sandboxed {
    /// Starts a sign-in that waits for its device code to be used.
    func startDeviceCode(_ line: String, environment: [String: String?] = [:]) throws -> Child {
        try workspace.start(
            [Products.acct] + line.split(separator: " ").map(String.init)
                + ["--device-code", "--authority", server.authority, "--client-id", server.clientId],
            environment: environment)
    }

    func userCode(shownBy child: Child) async throws -> String {
        try await eventually("\(child.command) shows a code") {
            guard let match = child.error.firstMatch(of: /enter the code (\S+)\n/) else {
                if let code = child.exitCode { throw SystemError("exit code \(code): \(child.error)") }
                return nil
            }
            return String(match.1)
        }
    }

    /// Starts a program that holds a lock on the store until it is stopped. Returns once it has the lock.
    ///
    /// - Parameter statements: SQL that takes the lock.
    func holdStore(_ statements: String) async throws -> Child {
        let holder = try workspace.start(
            [
                try Tool.sqlite3.require(), "-batch", "-bail", "-cmd", "\(statements);", "-cmd", ".shell echo held",
                store.database,
            ], input: .lifeline)
        try await eventually("the store is held: \(holder.error)") {
            String(decoding: holder.output, as: UTF8.self).contains("held")
        }
        return holder
    }

    func browse(_ options: String, _ path: String) async throws -> Run {
        try await workspace.run(
            [Products.sandbox, "browse"] + options.split(separator: " ").map(String.init)
                + [path.hasPrefix("/") ? server.graph + path : path])
    }

    func displayName(_ profile: String) async throws -> String {
        struct Me: Decodable { let displayName: String }
        return try await succeed("graph /me -p \(profile)").json(Me.self).displayName
    }

    /// The state of each profile.
    func states() async throws -> [String: String] {
        struct Row: Decodable { let name, state: String }
        return try await succeed("list --json").json([Row].self).reduce(into: [:]) { $0[$1.name] = $1.state }
    }

    /// Runs `acct` on a terminal. The output of the run is the text on the terminal.
    func shown(_ line: String, environment: [String: String] = [:]) async throws -> Run {
        let terminal = try PseudoTerminal()
        let child = try workspace.start(
            [Products.acct] + line.split(separator: " ").map(String.init), input: .terminal(path: terminal.path),
            environment: ["TERM": "xterm"].merging(environment) { $1 })
        let status = try await terminal.finish(child)
        return Run(command: child.command, status: status, output: Data(terminal.text.utf8), error: "")
    }
}
