/// Header fields in the order given, with case-insensitive names. Fields with the same name stay separate (RFC 9110 §5.2).
public struct HTTPHeaders: Sendable, Hashable {
    public struct Field: Sendable, Hashable {
        public enum Value: Sendable, Hashable {
            case text(String)
            case secret(Secret)
        }

        public var name: String
        public var value: Value

        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Every field, secrets included, in order.
    public private(set) var fields: [Field] = []

    public init() {}

    public init(_ pairs: [(String, String)]) {
        for (name, value) in pairs { add(name, value) }
    }

    /// The first value of that name that is not a secret. Setting a value replaces every field of the name; nil removes
    /// them.
    public subscript(name: String) -> String? {
        get { values(name).first }
        set {
            remove(name)
            if let newValue { add(name, newValue) }
        }
    }

    /// The values of every field of that name, in order, without secrets.
    public func values(_ name: String) -> [String] {
        fields.compactMap { field in
            guard case .text(let text) = field.value, field.isNamed(name) else { return nil }
            return text
        }
    }

    /// Whether there is a field of that name, secret or not.
    public func contains(_ name: String) -> Bool {
        fields.contains { $0.isNamed(name) }
    }

    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: .text(value)))
    }

    /// Replaces every field of that name by one whose value is sent but never logged.
    public mutating func set(_ name: String, secret: Secret) {
        remove(name)
        fields.append(Field(name: name, value: .secret(secret)))
    }

    public mutating func remove(_ name: String) {
        fields.removeAll { $0.isNamed(name) }
    }

    mutating func removeAll(where isUnwanted: (Field) -> Bool) {
        fields.removeAll(where: isUnwanted)
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral pairs: (String, String)...) {
        self.init(pairs)
    }
}

extension HTTPHeaders: Sequence {
    public func makeIterator() -> IndexingIterator<[Field]> {
        fields.makeIterator()
    }
}

extension HTTPHeaders.Field {
    /// Compares as ASCII: a field name is a token (RFC 9110 §5.1), to which Unicode case folding does not apply.
    func isNamed(_ other: String) -> Bool {
        name.equalsIgnoringASCIICase(other)
    }
}

extension UInt8 {
    /// Whether the byte may occur in a token (RFC 9110 §5.6.2).
    var isToken: Bool {
        isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}
