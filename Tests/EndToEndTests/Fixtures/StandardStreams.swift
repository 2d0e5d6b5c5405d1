import CProcess
import Foundation

/// The standard streams of a child process, and the call that spawns it.
struct StandardStreams {
    private(set) var lifeline: Int32?
    private let input: Int32
    private let output: Int32
    private let error: Int32

    init(_ source: Child.Input, files: String) throws {
        switch source {
        case .nothing: input = try Self.open("/dev/null", O_RDONLY)
        case .bytes(let bytes):
            try bytes.write(to: URL(fileURLWithPath: files + ".in"))
            input = try Self.open(files + ".in", O_RDONLY)
        case .lifeline:
            // Not a pipe: Swift cannot make one with O_CLOEXEC, so another child could inherit the other end.
            var ends: [Int32] = [0, 0]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError("socketpair") }
            (input, lifeline) = (ends[0], ends[1])
        case .terminal(let path):
            (input, output, error) = (-1, -1, -1)
            terminal = path
            return
        }
        output = try Self.open(files + ".out", O_WRONLY | O_CREAT | O_TRUNC)
        error = try Self.open(files + ".err", O_WRONLY | O_CREAT | O_TRUNC)
    }

    private var terminal: String?

    /// Closes the descriptors that the child has inherited.
    mutating func closeOurs() {
        for descriptor in [input, output, error] where descriptor >= 0 { close(descriptor) }
    }

    func spawn(_ command: [String], environment: [String: String], directory: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let terminal {
            // The first terminal that the leader of a session opens becomes its controlling terminal.
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        } else {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, error, 2)
        }
        // Foundation writes files through descriptors that a program inherits. A script that such a descriptor is open for
        // cannot be run (ETXTBSY).
        _ = cprocess_close_from(&actions, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Resets the signals that this process ignores or blocks, as a shell does.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(Self.startsSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var id: pid_t = 0
        // `env -C`, because Swift does not import posix_spawn_file_actions_addchdir_np.
        let code = withCStrings(["env", "-C", directory] + command) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }) { variables in
                posix_spawn(&id, "/usr/bin/env", &actions, &attributes, arguments, variables)
            }
        }
        guard code == 0 else { throw SystemError("posix_spawn \(command[0])", code: code) }
        return id
    }

    /// `POSIX_SPAWN_SETSID`, which the headers hide without `_GNU_SOURCE`.
    private static let startsSession: Int32 = 0x80

    private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(path) }
        return descriptor
    }
}

struct SystemError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    var description: String { "\(call): \(String(cString: strerror(code)))" }
}

private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
) rethrows -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return try body(copies + [nil])
}
