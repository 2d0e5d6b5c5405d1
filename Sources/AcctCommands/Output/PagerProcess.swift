import Foundation

/// A shell that runs a pager, with a pipe to what the pager reads.
///
/// Not `Process`: that puts a program into a process group of its own, which may not read the terminal.
enum PagerProcess {
    /// - Returns: nil when the system has no room for another process or pipe.
    static func start(_ command: PagerCommand) -> (id: pid_t, pipe: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        guard let id = spawn(command, reading: ends[0]) else {
            close(ends[1])
            return nil
        }
        return (id, ends[1])
    }

    private static func spawn(_ command: PagerCommand, reading input: Int32) -> pid_t? {
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        restoreSignals(in: &attributes)
        var id: pid_t = 0
        let variables = command.environment.map { "\($0)=\($1)" }
        let code = withCStrings(["sh", "-c", command.text]) { arguments in
            withCStrings(variables) { posix_spawn(&id, "/bin/sh", &actions, &attributes, arguments, $0) }
        }
        return code == 0 ? id : nil
    }

    /// The pager gets the signals that this process ignores, or holds back on the threads of a pool.
    private static func restoreSignals(in attributes: inout posix_spawnattr_t) {
        var (none, usual) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&usual)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    /// - Returns: 128 and the number of the signal that ended it, as a shell has it; 0 when somebody else was told.
    static func exitCode(waitingFor id: pid_t) -> Int32 {
        var raw: Int32 = 0
        while waitpid(id, &raw, 0) < 0 {
            guard errno == EINTR else { return 0 }
        }
        return raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + raw & 0x7f
    }

    /// - Returns: false when nobody reads any more.
    static func write(_ bytes: Data, to pipe: Int32) -> Bool {
        bytes.withUnsafeBytes { WholeWrite.of($0, to: pipe) } == nil
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
