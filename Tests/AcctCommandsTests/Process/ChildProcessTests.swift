import Glibc
import Testing

@testable import AcctCommands

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
    private func sh(_ line: String) throws -> ChildProcess {
        try ChildProcess(
            path: "/bin/sh", arguments: ["-c", line], environment: [:], input: nil, isSilent: true, group: .own)
    }

    @Test func exitCodeIsThatOfAShell() async throws {
        #expect(try await sh("exit 3").exitCode() == 3)
        #expect(try await sh("kill -TERM $$").exitCode(until: .now + .seconds(30)) == 128 + SIGTERM)
        #expect(try sh("exit 3").waitForExit() == 3)
    }

    @Test func waitHasALimit() async throws {
        let child = try sh("exec sleep 60")
        #expect(await child.exitCode(until: .now + .milliseconds(100)) == nil)
        #expect(kill(child.id, SIGTERM) == 0)
        #expect(await child.exitCode() == 128 + SIGTERM)
    }
}
