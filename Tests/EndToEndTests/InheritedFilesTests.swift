import Foundation
import Testing

/// The programs that `acct` starts get the standard streams and no other open file.
@Suite struct InheritedFilesTests {
    /// Prints the numbers of the open files of a shell, but for the script that the shell itself has open.
    private static func listing(to file: String) -> String {
        """
        files=
        for link in /proc/$$/fd/*; do
            # The pattern itself opened the folder.
            [ -L "$link" ] || continue
            case $(readlink "$link") in */listing) ;; *) files="$files ${link##*/}" ;; esac
        done
        echo $files > \(file)
        """
    }

    /// Runs `acct` with an open file that every program inherits.
    private func leaking(_ command: [String]) -> [String] {
        ["/bin/sh", "-c", "exec 7</etc/passwd; exec \"$@\"", "sh"] + command
    }

    @Test func browserGetsTheStandardStreamsAlone() async throws {
        try await Sandboxed.run { sandbox in
            let file = "\(sandbox.workspace.folder)/files"
            let browser = try sandbox.workspace.shellCommand(
                "listing", Self.listing(to: file) + "\nexec acct-sandbox browse --as alice@contoso.example \"$1\"")
            let add =
                [Products.acct, "add", "alice", "--authority", sandbox.server.authority]
                + ["--client-id", sandbox.server.clientId, "--timeout", "30", "--browser", browser]
            let run = try await sandbox.workspace.run(leaking(add))
            #expect(run.status == 0, "\(run)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "0 1 2\n")
        }
    }

    @Test func pagerGetsTheStandardStreamsAlone() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let file = "\(sandbox.workspace.folder)/files"
            let pager = try sandbox.workspace.shellCommand("listing", Self.listing(to: file) + "\nexec cat")
            let terminal = try PseudoTerminal()
            let child = try sandbox.workspace.start(
                leaking([Products.acct, "graph", "/me"]), input: .terminal(path: terminal.path),
                environment: ["TERM": "xterm", "PAGER": pager])
            #expect(try await terminal.finish(child) == 0, "\(terminal.text)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "0 1 2\n")
        }
    }

    /// A closed stdout must not become the number of a pipe or of the database. What cannot be printed is an error.
    @Test(arguments: [("token >&-", Int32(1)), ("token 2>&-", 0), ("token <&-", 0), ("use alice >&- 2>&- <&-", 0)])
    func aClosedStreamIsNoOtherFile(line: String, status: Int32) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let before = try await sandbox.succeed("token").line
            let run = try await sandbox.workspace.run(["/bin/sh", "-c", "\(Products.acct) \(line)"])
            #expect(run.status == status, "\(run)")
            #expect(try await sandbox.succeed("token").line == before)
        }
    }

    /// Also true of a program that a library would start.
    @Test(.needsRoot) func connectionsEndWithExec() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in [.silence] }
            try await sandbox.add("alice", at: graph)
            // Without the files that this process leaves to its children.
            let closing = "for ((i = 3; i < 1024; i++)); do eval \"exec $i>&-\"; done; exec \"$@\""
            let child = try sandbox.workspace.start(
                [try Tool.bash.require(), "-c", closing, "bash", Products.acct, "graph", "/me"])
            try await eventually("Graph has the request") { !graph.requests.isEmpty }
            let connections = ["tcp", "tcp6"].flatMap { table in
                // Read a piece at a time: the system does not say how long the file is.
                let bytes = try? FileHandle(forReadingAtPath: "/proc/\(child.id)/net/\(table)")?.readToEnd()
                return String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n")
                    .compactMap { $0.split(separator: " ").dropFirst(9).first }
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.id)/fd").filter { file in
                let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child.id)/fd/\(file)")
                return connections.contains { link == "socket:[\($0)]" }
            }
            #expect(!files.isEmpty, "\(connections)")
            for file in files {
                let info = try String(contentsOfFile: "/proc/\(child.id)/fdinfo/\(file)", encoding: .utf8)
                let flags = info.firstMatch(of: /flags:\s+([0-7]+)/).flatMap { Int32($0.1, radix: 8) }
                #expect(try #require(flags) & O_CLOEXEC != 0, "\(info)")
            }
            await child.stop()
        }
    }
}
