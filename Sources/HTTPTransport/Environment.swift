import FoundationEssentials
import Glibc

/// The variables that a process was started with.
///
/// Each is read when it is asked for: a dictionary of all of them takes longer to make than a token takes to be read
/// from the store.
public struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    /// Nil for those of this process.
    private let variables: [String: String]?

    public static let process = Environment(variables: nil)

    public init(_ variables: [String: String]) {
        self.init(variables: variables)
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { _, last in last })
    }

    private init(variables: [String: String]?) {
        self.variables = variables
    }

    /// Nil where the variable is not set; it may be set to nothing.
    public subscript(name: String) -> String? {
        guard let variables else { return getenv(name).map { String(cString: $0) } }
        return variables[name]
    }

    /// All of them, for another program to be started with.
    public var all: [String: String] { variables ?? ProcessInfo.processInfo.environment }
}
