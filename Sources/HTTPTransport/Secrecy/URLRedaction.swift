/// Hides the secrets of a URL and leaves the rest as it is, so that a log line still says what was asked.
struct URLRedaction {
    /// Hides the values of sensitive names in the query and in the fragment, and anything before an `@`.
    static func redacted(_ url: String) -> String {
        let (beforeFragment, fragment) = cut(url, at: "#")
        let (path, query) = cut(beforeFragment, at: "?")
        var result = withoutUserInfo(path)
        if let query { result += "?" + redactedPairs(query) }
        if let fragment { result += "#" + redactedPairs(fragment) }
        return escapingControlCharacters(result)
    }

    private static func cut(_ text: String, at separator: Character) -> (String, String?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }

    private static func redactedPairs(_ query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let (name, value) = cut(String(pair), at: "=")
            guard value != nil, SensitiveName.isQuery(percentDecoded(name)) else { return String(pair) }
            return "\(name)=\(Secret.placeholder)"
        }.joined(separator: "&")
    }

    private static func withoutUserInfo(_ text: String) -> String {
        guard let slashes = text.firstRange(of: "//") else { return text }
        let rest = text[slashes.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "\\" }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return text[..<slashes.upperBound] + Secret.placeholder + text[at...]
    }

    /// `%63ode` is `code` to the server, so it is to the log.
    private static func percentDecoded(_ text: String) -> String {
        var bytes = Array(text.utf8)[...]
        var decoded: [UInt8] = []
        while let byte = bytes.popFirst() {
            let digits = String(decoding: bytes.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), bytes.count >= 2, let value = UInt8(digits, radix: 16) {
                decoded.append(value)
                bytes = bytes.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
