import FoundationEssentials
import HTTPTransport

/// The output of an answer in the forms that acct can make: `--output` and `--query`.
struct AzureCLIOutput {
    enum Format: String {
        case json, tsv, none
    }

    private let format: Format
    private let query: AzureCLIQuery?

    /// Nil for other formats and for other queries, which only the Azure CLI knows.
    init?(_ arguments: AzureCLIArguments, _ environment: Environment) {
        let name = arguments[.output] ?? environment["AZURE_CORE_OUTPUT"] ?? "json"
        guard let format = Format(rawValue: name.lowercased()) else { return nil }
        self.format = format
        query = arguments[.query].flatMap(AzureCLIQuery.init)
        if arguments[.query] != nil, query == nil { return nil }
    }

    /// The text as the Azure CLI prints it; nothing for a query that finds nothing.
    func data(of value: some Encodable) throws -> Data {
        let document = JSONValue(parsing: try JSONEncoder().encode(value)) ?? .null
        let found = query?.value(in: document) ?? document
        guard found != .null else { return Data() }
        switch format {
        case .json: return try IndentedJSON.of(found.jsonData()) + [UInt8(ascii: "\n")]
        case .tsv: return Data((found.arrayValue ?? [found]).map { Self.row($0) + "\n" }.joined().utf8)
        case .none: return Data()
        }
    }

    /// The values of an object by name, or the elements of an array, separated by tabs.
    private static func row(_ value: JSONValue) -> String {
        switch value {
        case .object(let members): members.sorted { $0.key < $1.key }.map { cell($0.value) }.joined(separator: "\t")
        case .array(let elements): elements.map(cell).joined(separator: "\t")
        case .bool(let value): value ? "true" : "false"
        case .null, .integer, .number, .string: cell(value)
        }
    }

    /// A value in Python's notation. An array is its length, and an object is left out.
    private static func cell(_ value: JSONValue) -> String {
        switch value {
        case .null: "None"
        case .bool(let value): value ? "True" : "False"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): value
        case .array(let elements): "\(elements.count)"
        case .object: ""
        }
    }
}

/// The JMESPath expressions that scripts use to read one or a few fields: `accessToken`, `user.name`, `[id, user.name]`.
enum AzureCLIQuery {
    case path([String])
    case list([[String]])

    /// Nil for any other expression.
    init?(_ text: String) {
        let text = text.trimmingASCIIWhitespace()
        if text.hasPrefix("["), text.hasSuffix("]"), text.count > 1 {
            let paths = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false).map(
                Self.path)
            guard !paths.contains(nil) else { return nil }
            self = .list(paths.compactMap(\.self))
        } else if let path = Self.path(text[...]) {
            self = .path(path)
        } else {
            return nil
        }
    }

    /// Null for a field that does not exist.
    func value(in document: JSONValue) -> JSONValue {
        switch self {
        case .path(let names): Self.value(at: names, in: document)
        case .list(let paths): .array(paths.map { Self.value(at: $0, in: document) })
        }
    }

    private static func value(at names: [String], in document: JSONValue) -> JSONValue {
        names.reduce(document) { $0[$1] ?? .null }
    }

    /// JMESPath's unquoted identifiers, separated by dots.
    private static func path(_ text: Substring) -> [String]? {
        let names = text.trimmingASCIIWhitespace().split(separator: ".", omittingEmptySubsequences: false).map {
            $0.trimmingASCIIWhitespace()
        }
        return names.allSatisfy(\.isASCIIIdentifier) ? names : nil
    }
}
