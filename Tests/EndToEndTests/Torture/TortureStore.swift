import Foundation
import Testing

/// A store in a folder of its own, with the server that its accounts belong to.
struct TortureStore {
    let sandbox: Sandboxed
    let name: String

    /// Without symbolic links, as the kernel names the files that are open.
    let folder: String
    var faultLog: String { folder + ".faults" }
    var file: StoreFile { StoreFile(folder: folder) }

    init(_ name: String, in sandbox: Sandboxed) throws {
        (self.name, self.sandbox) = (name, sandbox)
        let parent = URL(fileURLWithPath: "\(sandbox.workspace.folder)/stores")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        folder = parent.resolvingSymlinksInPath().appending(path: name).path
    }

    func acct(_ arguments: [String], environment: [String: String?] = [:]) async throws -> Run {
        try await sandbox.workspace.run(
            [Products.acct] + arguments, environment: environment.merging(["ACCT_HOME": folder]) { $1 })
    }

    @discardableResult
    func succeed(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws -> Run {
        let run = try await acct(arguments)
        try #require(run.status == 0, "\(run)", sourceLocation: sourceLocation)
        return run
    }

    func add(_ name: String, as person: String) async throws {
        try await succeed(["add", name] + sandbox.signIn(as: person))
    }

    /// Starts `acct` under the library that counts and disturbs its calls.
    func start(
        _ arguments: [String], disturbedBy fault: Fault? = nil, input: Data? = nil,
        environment: [String: String?] = [:]
    ) async throws -> Child {
        try? FileManager.default.removeItem(atPath: faultLog)
        var environment = try await FaultLibrary.compiled().variables(for: self, fault).merging(environment) { $1 }
        environment["ACCT_HOME"] = folder
        return try sandbox.workspace.start(
            [Products.acct] + arguments, input: input.map { .bytes($0) } ?? .nothing, environment: environment)
    }

    /// Runs `acct` under that library to its end.
    func disturbed(
        _ arguments: [String], by fault: Fault?, input: Data? = nil, environment: [String: String?] = [:]
    ) async throws -> (run: Run, log: FaultLog) {
        let run = try await start(arguments, disturbedBy: fault, input: input, environment: environment).run()
        return (run, try FaultLog(file: faultLog))
    }

    /// A copy of the files. An earlier copy of that name is replaced.
    func copy(_ name: String) throws -> TortureStore {
        let copy = try TortureStore(name, in: sandbox)
        copy.remove()
        if FileManager.default.fileExists(atPath: folder) {
            try FileManager.default.copyItem(atPath: folder, toPath: copy.folder)
        }
        return copy
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The files with a master key, drafts included.
    var keyFiles: [String] { files.filter { $0.hasPrefix("key") && !$0.hasSuffix(".secret-service") } }

    /// The files that stand for a master key in a keyring.
    var keyringFiles: [String] { files.filter { $0.hasSuffix(".secret-service") } }

    private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
}

/// The rows of a store, without the values that every run changes: times and sealed secrets.
struct StoreState: Equatable, CustomStringConvertible {
    /// Accounts, tokens by their keys, profiles, bindings, rules and the current profile. Empty without a store.
    let rows: [String]
    /// The first bytes of each sealed refresh token, which differ after each renewal.
    let grants: [String]

    static func == (left: StoreState, right: StoreState) -> Bool { left.rows == right.rows }

    var description: String { rows.isEmpty ? "no rows" : rows.joined(separator: "\n") }

    /// Reads a copy of the files: the `sqlite3` shell would tidy up what a killed process left.
    init(of store: TortureStore, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let copy = try store.copy("\(store.name)-read")
        defer { copy.remove() }
        guard FileManager.default.fileExists(atPath: copy.file.database) else {
            (rows, grants) = ([], [])
            return
        }
        let run = try await store.sandbox.workspace.run(
            [try Tool.sqlite3.require(), "-batch", copy.file.database, Self.statements])
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "ok", "integrity: \(run.text.prefix(500)) \(run.error)", sourceLocation: sourceLocation)
        #expect(
            !lines.contains { $0.hasPrefix("foreign key|") }, "foreign keys: \(lines)", sourceLocation: sourceLocation)
        // A process that ended before its first write leaves a database without tables.
        if run.status != 0, run.error.contains("no such table: account") {
            (rows, grants) = ([], [])
            return
        }
        try #require(run.status == 0, "\(run)", sourceLocation: sourceLocation)
        grants = lines.filter { $0.hasPrefix("grant|") }
        rows = lines.dropFirst().filter { !$0.hasPrefix("grant|") && !$0.hasPrefix("foreign key|") }
    }

    private static let statements = """
        PRAGMA integrity_check;
        SELECT 'foreign key', * FROM pragma_foreign_key_check;
        SELECT 'account', home_account_id, environment FROM account ORDER BY 2, 3;
        SELECT 'tenant', home_account_id, realm, username, display_name FROM tenant_profile ORDER BY 2, 3;
        SELECT 'access token', home_account_id, client_id, realm, target FROM access_token ORDER BY 2, 3, 4, 5;
        SELECT 'refresh token', home_account_id, client_id, rejected_at IS NULL FROM refresh_token ORDER BY 2, 3;
        SELECT 'ID token', home_account_id, client_id, realm FROM id_token ORDER BY 2, 3, 4;
        SELECT 'profile', name, home_account_id, username, tenant_id, client_id, scopes, mode FROM profile ORDER BY 2;
        SELECT 'binding', directory, name FROM binding JOIN profile ON profile.id = profile_id ORDER BY 2;
        SELECT 'rule', pattern, name FROM rule JOIN profile ON profile.id = profile_id ORDER BY 2;
        SELECT 'current', profile.name FROM setting JOIN profile ON profile.id = value
            WHERE setting.name = 'current_profile';
        SELECT 'grant', home_account_id, client_id, hex(substr(secret, 1, 24)) FROM refresh_token ORDER BY 2, 3;
        """
}
