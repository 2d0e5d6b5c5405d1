/// Hides the secrets of a URL and leaves the rest as it is, so that a log line still says what was asked.
struct URLRedaction {
    /// Hides the values of sensitive names in the query and in the fragment, and anything before an `@`.
    static func redacted(_ url: String) -> String {
        let (beforeFragment, fragment) = cut(url, at: "#")
        let (path, query) = cut(beforeFragment, at: "?")
        var result = withoutUserInfo(path)
        if let query { result += "?" + redactedPairs(query) }
        if let fragment { result += "#" + redactedPairs(fragment) }
        return result.escapingControlCharacters()
    }

    private static func cut(_ text: String, at separator: Character) -> (String, String?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }

    private static func redactedPairs(_ query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let (name, value) = cut(String(pair), at: "=")
            // `%63ode` is `code` to the server, so it is to the log.
            guard value != nil, SensitiveName.isQuery(PercentEncoding.decode(name)) else { return String(pair) }
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
}
