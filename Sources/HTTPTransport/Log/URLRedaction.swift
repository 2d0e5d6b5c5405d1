/// Hides the secrets of a URL and leaves the rest unchanged, so that a log line still tells the requests apart.
///
/// Separators are found by bytes: to Swift, an `&` with a mark beside it can be another character.
enum URLRedaction {
    /// Hides the values of sensitive names in the query and in the fragment, and everything before an `@`.
    static func redacted(_ url: String) -> String {
        let (beforeFragment, fragment) = split(url, at: "#")
        let (path, query) = split(beforeFragment, at: "?")
        var result = withoutUserInfo(path)
        if let query { result += "?" + redactedPairs(query) }
        if let fragment { result += "#" + redactedPairs(fragment) }
        return result.escapingControlCharacters()
    }

    /// The names and values of a query or a form, with the sensitive values hidden.
    static func redactedPairs(_ query: String) -> String {
        query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
            let pair = String(Substring(pair))
            let (name, value) = split(pair, at: "=")
            // To the server, `%63ode` is `code`.
            guard value != nil, SensitiveName.isQuery(PercentEncoding.decode(name)) else { return pair }
            return "\(name)=\(Secret.placeholder)"
        }.joined(separator: "&")
    }

    /// Hides the values of sensitive names in every query within a text, such as a page or a JSON document, in which an
    /// `&` can be written as `&amp;` or `\u0026`.
    static func redactingQueries(in text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            result.append(byte)
            index += 1
            guard byte == UInt8(ascii: "="), endsInSensitiveParameter(result.dropLast()) else { continue }
            result += Array(Secret.placeholder.utf8)
            index = text[index...].firstIndex(where: endsValue) ?? text.endIndex
        }
        return result
    }

    private static func endsInSensitiveParameter(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.lastIndex { !isNameByte($0) }
        guard let start, "?&;#\\".utf8.contains(text[start]) else { return false }
        var name = String(decoding: text[(start + 1)...], as: UTF8.self)
        if text[start] == UInt8(ascii: "\\") {
            guard let escape = ["u0026", "u003f", "u003F", "u0023"].first(where: name.hasPrefix) else { return false }
            name.removeFirst(escape.count)
        }
        return SensitiveName.isQuery(PercentEncoding.decode(name))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-_.%$".utf8.contains(byte)
    }

    /// Whether a byte cannot belong to a value of a query in a text. A backslash begins an escape in JSON.
    private static func endsValue(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "&\"'<>\\#".utf8.contains(byte)
    }

    private static func split(_ text: String, at separator: Unicode.Scalar) -> (String, String?) {
        guard let index = text.utf8.firstIndex(of: UInt8(ascii: separator)) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.utf8.index(after: index)...]))
    }

    private static func withoutUserInfo(_ text: String) -> String {
        guard let slashes = text.utf8.firstRange(of: "//".utf8) else { return text }
        let authority = text.utf8[slashes.upperBound...].prefix { !"/\\".utf8.contains($0) }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return text }
        return text[..<slashes.upperBound] + Secret.placeholder + text[at...]
    }
}
