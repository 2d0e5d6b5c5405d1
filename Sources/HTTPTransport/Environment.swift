import FoundationEssentials
import Glibc

/// The environment variables of a process, or a set of variables given by the caller.
///
/// Each variable is read when it is used: a dictionary of all of them takes longer to make than reading a token from the
/// store.
public struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    /// Nil for the variables of this process.
    private let variables: [String: String]?

    /// The variables of this process.
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

    /// The value of a variable; nil where the variable is not set, or empty: an empty one counts as unset.
    public subscript(name: String) -> String? {
        let value = variables.map { $0[name] } ?? getenv(name).map { String(cString: $0) }
        return value?.isEmpty == true ? nil : value
    }

    /// All variables, the empty ones too, for starting another program with them.
    public var all: [String: String] { variables ?? ProcessInfo.processInfo.environment }
}
