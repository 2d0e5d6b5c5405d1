/// The pairs of a query or of an `application/x-www-form-urlencoded` body, in the order they came.
struct FormFields: Equatable {
    struct Field: Equatable {
        let name: String
        let value: String
    }

    private(set) var fields: [Field] = []

    init() {}

    init(encoded text: some StringProtocol) {
        fields = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Field(
                name: PercentCoding.decode(parts[0], plusIsSpace: true),
                value: parts.count > 1 ? PercentCoding.decode(parts[1], plusIsSpace: true) : "")
        }
    }

    /// The first value of that name; an empty one counts as absent, as it does for Entra.
    subscript(name: String) -> String? {
        fields.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// RFC 6749 §3.2: no parameter of a token request may come twice.
    var hasRepeats: Bool { Set(fields.map(\.name)).count != fields.count }

    mutating func append(_ name: String, _ value: String?) {
        guard let value else { return }
        fields.append(Field(name: name, value: value))
    }

    var encoded: String {
        fields.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }
}
