import ArgumentParser
import Glibc
import SandboxServer

/// `acct-sandbox broker`: a device whose broker signs in to a sandbox.
struct Broker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Emulate the authentication broker of a Linux device, on a private session bus.",
        discussion: """
            It starts a dbus-daemon on which com.microsoft.identity.broker1 is activatable. The broker gets its tokens \
            from a running sandbox: consents, policies and errors of the sandbox are those of the broker. stdout has the \
            variables for a shell:

              DBUS_SESSION_BUS_ADDRESS    the address of the bus
              ACCT_SANDBOX_BROKER_FAULTS  the file of the faults
              ACCT_SANDBOX_BROKER_PID     the process id; SIGTERM stops the broker

            A shell starts it in the background:

              eval "$(acct-sandbox broker --sandbox "$url" --account alice@contoso.example &)"

            The file has one fault a line, and may be rewritten at any time. A fault is a failure of the broker. METHOD \
            is a method of the D-Bus interface, such as acquireTokenSilently; without it, interaction is for \
            acquireTokenSilently and cancelled for acquireTokenInteractively.

              absent                  the broker is not activatable
              slow=SECONDS            delays the start and each call
              crash=METHOD            ends in the middle of the next call
              crash-always=METHOD     ends in the middle of each call
              garbage=METHOD[:KIND]   no JSON, or KIND: types, empty, nothing
              dbus-error[=METHOD]     org.freedesktop.DBus.Error.Failed
              interaction[=METHOD]    status 2 with a claims challenge
              cancelled[=METHOD]      status 7
              no-network[=METHOD]     status 3, for tokens
              server-down[=METHOD]    status 5, for tokens
              other-account[=METHOD]  tokens of another account than asked for
              seconds                 expiresOn is in seconds, not milliseconds
              opaque-id-token         idToken is not a JWT
              no-id-token             idToken is missing
            """)

    @Option(help: "The address of the sandbox.")
    var sandbox: String

    @Option(
        help: ArgumentHelp(
            "An account of the device; may be repeated. The tenant distinguishes accounts with the same username.",
            valueName: "username[:tenant]"))
    var account: [String] = []

    @Option(
        help: ArgumentHelp(
            "The person who completes interactive sign-ins; none to wait until they are cancelled.",
            discussion: "Without it, the person signs in with the account asked for, else the first of the device.",
            valueName: "username"))
    var person: String?

    @Option(help: ArgumentHelp("A failure of the broker; may be repeated.", valueName: "name[=value]"))
    var fault: [String] = []

    @Option(
        help: ArgumentHelp(
            "Append the method, the correlation id and the claims of each call to this file.", valueName: "file"),
        completion: .file())
    var log: String?

    @Flag(help: "Stop when stdin is closed, so that the broker ends with the process that started it.")
    var exitWithStdin = false

    @Option(help: .hidden)
    var service: String?

    func validate() throws {
        do {
            try options.validate()
        } catch {
            throw ValidationError("\(error).")
        }
        guard BrokerFaults(fault) != nil else {
            throw ValidationError("--fault must be one of \(BrokerFaults.names), with the value that it needs.")
        }
    }

    func run() async throws {
        do {
            if let service { try await serve(folder: service) } else { try await runBus() }
        } catch {
            StandardStreams.err("acct-sandbox: \(error)\n")
            throw ExitCode(1)
        }
    }

    private var options: SandboxBroker.Options {
        SandboxBroker.Options(sandbox: sandbox, accounts: account, person: person, log: log)
    }

    /// The process that the bus starts.
    private func serve(folder: String) async throws {
        let address = getenv("DBUS_STARTER_ADDRESS").map { String(cString: $0) } ?? "unix:path=\(folder)/bus"
        try await SandboxBroker(options: options, folder: folder).serve(address: address)
    }

    private func runBus() async throws {
        let stop = StopEvents(watchesStdin: exitWithStdin)
        let bus = try await BrokerBus.start(command: serviceCommand, faults: BrokerFaults(fault) ?? .none)
        StandardStreams.out(
            """
            export DBUS_SESSION_BUS_ADDRESS='\(bus.address)'
            export ACCT_SANDBOX_BROKER_FAULTS='\(bus.faultFile)'
            export ACCT_SANDBOX_BROKER_PID=\(getpid())

            """)
        // `$(acct-sandbox broker &)` waits for the end of stdout.
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO)
        await stop.wait()
        bus.stop()
    }

    /// The folder of the bus follows `--service`.
    private var serviceCommand: [String] {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let program = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var words = [program, "broker", "--sandbox", sandbox]
        for name in account { words += ["--account", name] }
        if let person { words += ["--person", person] }
        if let log { words += ["--log", log.hasPrefix("/") ? log : "\(currentFolder)/\(log)"] }
        return words + ["--service"]
    }

    private var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }
}
