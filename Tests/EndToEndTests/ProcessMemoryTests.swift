import Foundation
import Testing

/// Other programs of the same user cannot read the memory of a running `acct`.
@Suite struct ProcessMemoryTests {
    /// The system gives the files of a process that is not dumpable to root, whoever runs it (proc(5)).
    @Test func programsOfTheSameUserCannotAttach() async throws {
        let workspace = try Workspace()
        let user = try OrdinaryUser(in: workspace)
        let terminal = try PseudoTerminal()
        let child = try workspace.start(
            user.command([
                Products.acct, "add", "app", "--client-secret-stdin", "--client-id", "app", "--tenant",
                "contoso.example",
            ]),
            input: .terminal(path: terminal.path), environment: ["ACCT_HOME": user.folder])
        try await eventually("acct prompts for the secret") {
            terminal.text.contains("Client secret: ")
        }
        for file in ["environ", "mem", "maps"] {
            #expect(try owner(of: "/proc/\(child.id)/\(file)") == 0)
            let read = try await workspace.run(user.command(["head", "-c", "1", "/proc/\(child.id)/\(file)"]))
            #expect(read.status != 0 && read.error.contains("Permission denied"), "\(read)")
        }
        await child.stop()
    }

    @Test func onlyAProgramThatTakesItsPlaceMayLeaveACoreFile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            // The limit of the shell and of the programs that it becomes.
            let raise = "ulimit -S -c $(ulimit -H -c)"
            try await sandbox.inject(.init(on: .graph, hold: true))
            let child = try sandbox.workspace.start(["/bin/sh", "-c", "\(raise); exec acct graph /me"])
            try await eventually("the request has arrived") {
                try await sandbox.requests().contains { $0.path == "/v1.0/me" }
            }
            let limits = try String(contentsOfFile: "/proc/\(child.id)/limits", encoding: .utf8)
            #expect(limits.contains(#/Max core file size +0 /#), "\(limits)")
            let run = try await sandbox.workspace.run(
                ["/bin/sh", "-c", "\(raise); ulimit -S -c; exec acct exec -- /bin/sh -c 'ulimit -S -c'"])
            let lines = run.text.split(separator: "\n")
            #expect(lines.count == 2 && lines.first == lines.last, "\(run)")
            await child.stop()
        }
    }

    /// The comparison: a program that does nothing about it.
    @Test func programsOfTheSameUserCanAttachToOthers() async throws {
        let workspace = try Workspace()
        let user = try OrdinaryUser(in: workspace)
        let child = try workspace.start(user.command(["cat"]), input: .lifeline)
        try await eventually("cat runs as the user") {
            try owner(of: "/proc/\(child.id)/environ") == user.id
        }
        let read = try await workspace.run(user.command(["head", "-c", "1", "/proc/\(child.id)/environ"]))
        #expect(read.status == 0, "\(read)")
        await child.stop()
    }

    private func owner(of path: String) throws -> uid_t {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError(path) }
        return status.st_uid
    }
}

/// This user or, for root, whom no mode keeps out, the user nobody.
private struct OrdinaryUser {
    let id: uid_t
    /// A folder that only the user can read.
    let folder: String

    init(in workspace: Workspace) throws {
        id = getuid() == 0 ? 65534 : getuid()
        folder = "\(workspace.folder)/own"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard chown(folder, id, getgid()) == 0, chmod(workspace.folder, 0o711) == 0 else { throw SystemError(folder) }
        for path in [workspace.home] where chmod(path, 0o711) != 0 { throw SystemError(path) }
    }

    func command(_ words: [String]) -> [String] {
        getuid() == id ? words : ["setpriv", "--reuid=\(id)", "--clear-groups", "--inh-caps=-all"] + words
    }
}
