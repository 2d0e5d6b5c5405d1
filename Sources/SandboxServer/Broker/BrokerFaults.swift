import FoundationEssentials

/// Failures of the broker that a test has requested: `NAME` or `NAME=VALUE`, one a line.
public struct BrokerFaults: Equatable, Sendable {
    enum Name: String, CaseIterable {
        case absent
        case slow
        case crash
        case crashAlways = "crash-always"
        case garbage
        case seconds
        case cancelled
        case otherAccount = "other-account"
        case interaction
        case noNetwork = "no-network"
        case serverDown = "server-down"
        case dbusError = "dbus-error"
        case opaqueIDToken = "opaque-id-token"
        case noIDToken = "no-id-token"
    }

    private struct Fault: Equatable {
        let name: Name
        let value: String?

        var line: String { name.rawValue + (value.map { "=\($0)" } ?? "") }
    }

    private var faults: [Fault]

    /// Nil for a text with a line that is not a fault.
    public init?(_ lines: [String]) {
        let named = lines.filter { !$0.isEmpty }
        faults = named.compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.first.flatMap { Name(rawValue: String($0)) }.map {
                Fault(name: $0, value: parts.count > 1 ? String(parts[1]) : nil)
            }
        }
        guard faults.count == named.count, slowSeconds != nil else { return nil }
        let methods = BrokerMethod.allCases.map(\.rawValue)
        let needMethod = faults.filter { [.crash, .crashAlways, .garbage].contains($0.name) }
        guard needMethod.allSatisfy({ methods.contains(Self.method(in: $0.value)) }) else { return nil }
    }

    public static let none = BrokerFaults()

    private init() {
        faults = []
    }

    /// The text of the faults' file.
    public var text: String { faults.map { $0.line + "\n" }.joined() }

    /// The names with the form of their values, for messages.
    public static let names = Name.allCases.map(\.rawValue).joined(separator: ", ")

    public var isAbsent: Bool { contains(.absent) }

    /// The delay of the start and of each call; 0 for none.
    var delay: Double { slowSeconds ?? 0 }

    private var slowSeconds: Double? {
        guard let slow = faults.first(where: { $0.name == .slow }) else { return 0 }
        return slow.value.flatMap(Double.init).flatMap { (0...86400).contains($0) ? $0 : nil }
    }

    func contains(_ name: Name) -> Bool { faults.contains { $0.name == name } }

    /// Whether a fault hits a method: the one of its value, else those that the fault is about.
    func hits(_ method: BrokerMethod, _ name: Name) -> Bool {
        faults.contains { fault in
            guard fault.name == name else { return false }
            if let value = fault.value { return Self.method(in: value) == method.rawValue }
            return switch name {
            case .interaction: method == .acquireTokenSilently
            case .cancelled: method == .acquireTokenInteractively
            case .noNetwork, .serverDown, .otherAccount: method.isTokenRequest
            default: true
            }
        }
    }

    /// The kind of garbage for a method: the text after the colon of `METHOD:KIND`. Empty without a kind; nil
    /// without the fault.
    func garbage(for method: BrokerMethod) -> String? {
        guard hits(method, .garbage) else { return nil }
        let value = faults.first { $0.name == .garbage && Self.method(in: $0.value) == method.rawValue }?.value ?? ""
        return value.split(separator: ":").dropFirst().first.map(String.init) ?? ""
    }

    /// The faults without those of that name.
    func removing(_ name: Name) -> BrokerFaults {
        var copy = self
        copy.faults.removeAll { $0.name == name }
        return copy
    }

    private static func method(in value: String?) -> String {
        value?.split(separator: ":").first.map(String.init) ?? ""
    }
}

/// The file that a test rewrites to change the faults while the broker runs.
struct BrokerFaultFile {
    let path: String

    /// A missing file and a file with an unknown name have no faults.
    func read() -> BrokerFaults {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return BrokerFaults(text.split(separator: "\n").map(String.init)) ?? .none
    }

    func write(_ faults: BrokerFaults) throws {
        try Data(faults.text.utf8).write(to: URL(filePath: path), options: .atomic)
    }
}
