import FoundationEssentials
import Glibc

/// A private session bus on which the broker is activatable: a dbus-daemon with its own folder.
public final class BrokerBus: Sendable {
    /// The value of `DBUS_SESSION_BUS_ADDRESS`.
    public let address: String
    /// The file that a test rewrites to change the faults.
    public let faultFile: String
    private let folder: String
    private let daemon: pid_t
    private let watch: Task<Void, Never>

    static let faultFileName = "faults"

    private init(folder: String, daemon: pid_t, service: BusServiceFile) {
        self.folder = folder
        self.daemon = daemon
        address = "unix:path=\(folder)/bus"
        faultFile = "\(folder)/\(Self.faultFileName)"
        let faults = BrokerFaultFile(path: faultFile)
        watch = Task {
            while !Task.isCancelled {
                service.update(isAbsent: faults.read().isAbsent)
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Starts the bus and waits until it accepts connections.
    ///
    /// - Parameter command: the program and arguments of the broker, which gets the folder as last argument.
    public static func start(command: [String], faults: BrokerFaults) async throws(SandboxBrokerError) -> BrokerBus {
        let folder = try makeFolder()
        do {
            let service = BusServiceFile(folder: "\(folder)/services", command: command + [folder])
            try BrokerFaultFile(path: "\(folder)/\(faultFileName)").write(faults)
            service.update(isAbsent: faults.isAbsent)
            try Data(configuration(folder).utf8).write(to: URL(filePath: "\(folder)/bus.conf"))
            let bus = BrokerBus(folder: folder, daemon: try spawn(folder), service: service)
            try await bus.waitUntilReady()
            return bus
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error as? SandboxBrokerError ?? .noBus("\(error)")
        }
    }

    /// Ends the bus, which ends the broker, and removes the folder.
    public func stop() {
        watch.cancel()
        kill(daemon, SIGTERM)
        var status: Int32 = 0
        waitpid(daemon, &status, 0)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func waitUntilReady() async throws {
        for _ in 0..<500 {
            var status: Int32 = 0
            guard waitpid(daemon, &status, WNOHANG) == 0 else { throw SandboxBrokerError.noBus("it ended at once") }
            if (try? BusConnection.probe(address)) != nil { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        stop()
        throw SandboxBrokerError.noBus("it accepts no connections")
    }

    /// A folder that only this user can open.
    private static func makeFolder() throws(SandboxBrokerError) -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/acct-broker-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .noBus("no folder can be made in \(parent)") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard mkdir("\(folder)/services", 0o700) == 0 else { throw .noBus("no folder can be made in \(folder)") }
        return folder
    }

    private static func configuration(_ folder: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(folder)/bus</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(folder)/services</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>

        """
    }

    /// Starts dbus-daemon without stdin and stdout, and with the default signal handling. Its stderr and the
    /// broker's go to a file of the folder.
    private static func spawn(_ folder: String) throws(SandboxBrokerError) -> pid_t {
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, STDERR_FILENO, "\(folder)/stderr", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var (none, restored) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&restored)
        for number in [SIGINT, SIGTERM] { sigaddset(&restored, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &restored)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ["dbus-daemon", "--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile", "--nosyslog"]
        let arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, words[0], &actions, &attributes, arguments, environ)
        guard code == 0 else { throw .noBus(String(cString: strerror(code))) }
        return id
    }
}

/// The file that makes the broker activatable. It is absent while the fault `absent` is set.
struct BusServiceFile {
    let folder: String
    /// The program and its arguments.
    let command: [String]

    private var path: String { "\(folder)/\(BrokerInterface.busName).service" }

    func update(isAbsent: Bool) {
        let exists = access(path, F_OK) == 0
        guard exists == isAbsent else { return }
        if isAbsent {
            unlink(path)
        } else {
            try? Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        }
    }

    private var text: String {
        let words = command.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        return "[D-BUS Service]\nName=\(BrokerInterface.busName)\nExec=\(words)\n"
    }
}
