import FoundationEssentials
import Glibc

/// The broker of an emulated device: single sign-on for the applications of a session bus.
public struct SandboxBroker: Sendable {
    /// The settings of a broker.
    public struct Options: Sendable {
        /// `http://localhost:PORT`
        public var sandbox: String
        /// The accounts of the device, the first one preferred.
        public var accounts: [String]
        /// The person who completes interactive sign-ins; nil for the account asked for, `none` for nobody.
        public var person: String?
        /// The file for a line for each request; nil for none.
        public var log: String?

        public init(sandbox: String, accounts: [String], person: String? = nil, log: String? = nil) {
            self.sandbox = sandbox
            self.accounts = accounts
            self.person = person
            self.log = log
        }
    }

    private let methods: BrokerMethods
    private let faults: BrokerFaultFile
    private let log: String?

    /// - Parameter folder: that of the bus, with the faults and the state of the broker.
    public init(options: Options, folder: String) throws(SandboxBrokerError) {
        let origin = try options.origin()
        let accounts = try options.accounts.map { name throws(SandboxBrokerError) in try Options.account(name) }
        let broker = TokenBroker(
            client: BrokerIdentityClient(origin: origin), person: try options.checkedPerson(), accounts: accounts,
            stateFile: "\(folder)/state.json")
        methods = BrokerMethods(broker: broker, flows: InteractiveFlows())
        faults = BrokerFaultFile(path: "\(folder)/\(BrokerBus.faultFileName)")
        log = options.log
    }

    /// Serves calls until the bus ends.
    public func serve(address: String) async throws {
        try await Task.sleep(for: .seconds(faults.read().delay))
        let bus = try BusConnection(address: address, name: BrokerInterface.busName)
        for await call in bus.calls {
            switch BrokerInterface.target(of: call) {
            case .ping: bus.reply(to: call, .nothing)
            case .unknown(let reply): bus.reply(to: call, reply)
            case .method(let method): Task { await answer(call, method: method, on: bus) }
            }
        }
    }

    private func answer(_ call: BusCall, method: BrokerMethod, on bus: BusConnection) async {
        record(call)
        let faults = faults.read()
        if faults.isAbsent { return await leave(call, bus: bus) }
        if faults.delay > 0 { try? await Task.sleep(for: .seconds(faults.delay)) }
        if faults.hits(method, .crash) || faults.hits(method, .crashAlways) {
            try? self.faults.write(faults.removing(.crash))
            _exit(1)
        }
        if let reply = faults.reply(to: method) { return bus.reply(to: call, reply) }
        bus.reply(to: call, .text(await response(to: call, method: method, faults: faults).text))
    }

    private func response(to call: BusCall, method: BrokerMethod, faults: BrokerFaults) async -> JSON {
        do {
            return try await methods.response(
                to: BrokerRequest(method, arguments: call.arguments), faults: faults)
        } catch let failure as BrokerFailure {
            return method.response(failure)
        } catch {
            return method.response(BrokerFailure(.unexpected, "\(error)"))
        }
    }

    /// Answers as the bus does when no program has the name, and ends.
    private func leave(_ call: BusCall, bus: BusConnection) async {
        let text = "The name \(BrokerInterface.busName) was not provided by any .service files"
        bus.reply(to: call, .error(name: "org.freedesktop.DBus.Error.ServiceUnknown", text: text))
        try? await Task.sleep(for: .milliseconds(100))
        _exit(0)
    }

    /// Appends `METHOD CORRELATION-ID` to the log, and the claims of a request for a token.
    private func record(_ call: BusCall) {
        guard let log else { return }
        let id = RandomID.normalizedGUID(call.arguments[1]) ?? "?"
        let claims = JSON(parsing: Array(call.arguments[2].utf8))?["authParameters"]?["decodedClaims"]?.string
        let line = Array("\([call.member, id, claims].compactMap(\.self).joined(separator: " "))\n".utf8)
        let descriptor = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        _ = write(descriptor, line, line.count)
        close(descriptor)
    }
}

extension SandboxBroker.Options {
    /// - Throws: `SandboxBrokerError` for an address or an account that cannot be used.
    public func validate() throws(SandboxBrokerError) {
        _ = try (origin(), checkedPerson())
        _ = try accounts.map { name throws(SandboxBrokerError) in try Self.account(name) }
    }

    /// The origin of the sandbox, without a slash at the end.
    func origin() throws(SandboxBrokerError) -> String {
        guard let url = try? PageURL(sandbox), url.scheme == "http" else { throw .notASandbox(sandbox) }
        return "http://\(url.authority)"
    }

    func checkedPerson() throws(SandboxBrokerError) -> TokenBroker.Person {
        switch person {
        case nil: .requested
        case "none": .absent
        case .some(let name): .account(try Self.account(name))
        }
    }

    static func account(_ name: String) throws(SandboxBrokerError) -> DirectoryAccount {
        guard let account = DirectoryAccount.named(name) else { throw .noSuchAccount(name) }
        return account
    }
}

/// The reason why a broker could not start.
public enum SandboxBrokerError: Error, Equatable, CustomStringConvertible {
    case notASandbox(String)
    case noSuchAccount(String)
    case noBus(String)

    public var description: String {
        switch self {
        case .notASandbox(let address): "\(address) is not the address of a sandbox"
        case .noSuchAccount(let name): "\(name) is not an account of the sandbox"
        case .noBus(let reason): "dbus-daemon did not start: \(reason)"
        }
    }
}
