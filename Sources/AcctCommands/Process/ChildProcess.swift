import CProcess
import Glibc

/// A program that runs beside acct, with the default signal handling and the three standard streams alone.
struct ChildProcess {
    let id: pid_t

    enum Group {
        /// The terminal's Ctrl-C reaches the program too, and the program may read the terminal.
        case shared
        /// Neither of these.
        case own
    }

    /// The system's reason why a program cannot be started.
    struct StartError: Error {
        let code: Int32
    }

    /// - Parameters:
    ///   - path: of the program, which is not searched for.
    ///   - input: becomes stdin; nil for `/dev/null`.
    ///   - isSilent: whether stdout and stderr are `/dev/null` too.
    init(
        path: String, arguments: [String], environment: [String: String], input: Int32?, isSilent: Bool, group: Group
    ) throws(StartError) {
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        for output in isSilent ? [STDOUT_FILENO, STDERR_FILENO] : [] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        // A file that a library opened, or that acct inherited, is no business of the program's.
        cprocess_close_from(&actions, STDERR_FILENO + 1)
        Self.restoreSignals(in: &attributes, group: group)
        var id: pid_t = 0
        let variables = environment.map { "\($0)=\($1)" }
        let code = withCStrings([path] + arguments) { arguments in
            withCStrings(variables) { posix_spawn(&id, path, &actions, &attributes, arguments, $0) }
        }
        guard code == 0 else { throw StartError(code: code) }
        self.id = id
    }

    /// Undoes for the program what acct ignores, or blocks on the threads of its pool.
    private static func restoreSignals(in attributes: inout posix_spawnattr_t, group: Group) {
        var (none, restored) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&restored)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { sigaddset(&restored, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &restored)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        // With the group id 0, that of `posix_spawnattr_init`, the program leads a new group.
        if case .own = group { flags |= POSIX_SPAWN_SETPGROUP }
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Waits on this thread.
    ///
    /// - Returns: the exit code; 0 when the system no longer knows it.
    func waitForExit() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return 0 }
        }
        return Self.exitCode(status)
    }

    /// Waits without blocking a thread.
    ///
    /// - Parameter limit: nil for as long as the program runs.
    /// - Returns: the exit code, 0 when the system no longer knows it; nil when the time is over or the task was cancelled,
    ///   which leaves the program alone.
    func exitCode(until limit: ContinuousClock.Instant? = nil) async -> Int32? {
        var status: Int32 = 0
        while true {
            let ended = waitpid(id, &status, WNOHANG)
            if ended == id { return Self.exitCode(status) }
            guard ended == 0 || errno == EINTR else { return 0 }
            if let limit, ContinuousClock.now >= limit { return nil }
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return nil }
        }
    }

    /// The exit code as a shell has it: 128 and the number of the signal where one ended the program.
    private static func exitCode(_ status: Int32) -> Int32 {
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
