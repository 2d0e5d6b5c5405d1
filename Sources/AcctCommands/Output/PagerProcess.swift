import FoundationEssentials
import Glibc
import HTTPTransport

/// The command that a person wants long text shown with.
struct PagerCommand: Equatable {
    /// A line for the shell.
    let text: String
    let environment: [String: String]

    /// `ACCT_PAGER` decides, also by being empty; else `PAGER`. Without either there is no pager.
    ///
    /// - Parameters:
    ///   - outputIsTerminal: a pipe or a file gets the data itself.
    ///   - allowsInput: a pager waits for keys, which `--no-input` forbids.
    init?(in environment: Environment, outputIsTerminal: Bool, allowsInput: Bool) {
        guard outputIsTerminal, allowsInput else { return nil }
        let chosen = environment["ACCT_PAGER"] ?? environment["PAGER"] ?? ""
        let command = chosen.split(separator: " ").joined(separator: " ")
        guard !command.isEmpty, command != "cat" else { return nil }
        text = chosen
        self.environment = environment.all.merging(Self.defaults) { own, _ in own }
    }

    /// For variables that are not set: less passes colours on, ends by itself where one screen is enough, and leaves the
    /// text on the screen; lv passes colours on.
    private static let defaults = ["LESS": "FRX", "LV": "-c"]

    /// The sentence for a command that the shell cannot run.
    var complaint: String {
        "The pager “\(text)” cannot be run, so the output is shown without it. Set ACCT_PAGER to another command, "
            + "or to cat for no pager."
    }
}

/// A shell that runs a pager, with a pipe to the pager's standard input.
///
/// posix_spawn(3) rather than Foundation's `Process`, which puts a program into a process group of its own. Such a program
/// may not read the terminal.
struct PagerProcess {
    let input: Int32
    private let id: pid_t

    /// - Returns: nil when the system has no room for another process or pipe.
    init?(_ command: PagerCommand) {
        guard let pipe = openPipe() else { return nil }
        defer { close(pipe.readEnd) }
        guard let id = Self.spawn(command, reading: pipe.readEnd) else {
            close(pipe.writeEnd)
            return nil
        }
        (self.id, input) = (id, pipe.writeEnd)
    }

    /// - Returns: the exit code as a shell has it, with 128 and the number of the signal that ended the process; 0 when
    ///   the system no longer knows.
    func waitForExit() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return 0 }
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
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

    /// The pager gets the signals that this process ignores, or that this thread blocks.
    private static func restoreSignals(in attributes: inout posix_spawnattr_t) {
        var (none, usual) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&usual)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
