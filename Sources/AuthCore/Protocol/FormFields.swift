import HTTPTransport

/// Names and values of an `application/x-www-form-urlencoded` body or a query.
package struct FormFields: Equatable {
    private let fields: [String: [String]]

    /// Accepts any text: invalid percent-encoding stays as it is, and bytes that are not UTF-8 become U+FFFD.
    package init(_ text: some StringProtocol) {
        fields = Dictionary(grouping: Self.pairs(text), by: \.name).mapValues { $0.map(\.value) }
    }

    /// All names with their values, in order.
    static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
        // By bytes: to Swift, an ampersand with a mark before or behind it can be another character.
        Substring(text).utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map(Substring.init)
            let value = parts.count > 1 ? PercentEncoding.decode(parts[1], plusIsSpace: true) : ""
            return (PercentEncoding.decode(parts[0], plusIsSpace: true), value)
        }
    }

    /// The value of a name that occurs exactly once. "Parameters must not be included more than once" (RFC 6749 section
    /// 3.1), so a repeated one counts as absent.
    package subscript(name: String) -> String? {
        guard let values = fields[name], values.count == 1 else { return nil }
        return values[0]
    }

    /// Whether the name occurs, if only repeatedly.
    func contains(_ name: String) -> Bool { fields[name] != nil }
}

extension OAuthError {
    /// The error of a redirect (RFC 6749 section 4.1.2.1); nil for a redirect without one.
    init?(redirect fields: FormFields) {
        guard let code = fields["error"] else { return nil }
        self.init(code: code, description: fields["error_description"], suberror: fields["error_subcode"])
    }
}
