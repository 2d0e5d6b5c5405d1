/// The file name in a `Content-Disposition` header (RFC 6266).
public enum ContentDisposition {
    /// The name without a path, as the server wrote it otherwise: it may be no safe name for a file. Nil when there is none.
    ///
    /// `filename*` (RFC 8187) is preferred to `filename`, as RFC 6266 §4.3 asks for.
    public static func fileName(in header: String) -> String? {
        let parameters = parameters(of: header)
        let name = parameters["filename*"].flatMap(extended) ?? parameters["filename"]
        // Some servers send a path (RFC 6266 §4.3). Bytes, since to Swift a slash with an accent is another character.
        return name?.utf8.split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }).last
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func parameters(of header: String) -> [String: String] {
        var parameters: [String: String] = [:]
        var rest = header.utf8.drop { $0 != semicolon }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != semicolon }
            rest = rest.dropFirst(name.count)
            guard rest.popFirst() == UInt8(ascii: "=") else { continue }
            let value = value(&rest)
            let key = String(decoding: name, as: UTF8.self).trimmingASCIIWhitespace().lowercased()
            if parameters[key] == nil { parameters[key] = value }
            rest = rest.drop { $0 != semicolon }
        }
        return parameters
    }

    /// A token, or a string in quotes, in which a backslash quotes the next character (RFC 9110 §5.6.4).
    private static func value(_ rest: inout Substring.UTF8View) -> String {
        rest = rest.drop(while: \.isASCIIWhitespace)
        guard rest.first == quote else {
            let token = rest.prefix { $0 != semicolon }
            rest = rest.dropFirst(token.count)
            return String(decoding: token, as: UTF8.self).trimmingASCIIWhitespace()
        }
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != quote {
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else if let quoted = rest.popFirst() {
                text.append(quoted)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `UTF-8''na%C3%AFve.txt` (RFC 8187 §3.2); nil for another encoding.
    private static func extended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].equalsIgnoringASCIICase("UTF-8") else { return nil }
        return PercentEncoding.decode(parts[2])
    }

    private static let semicolon = UInt8(ascii: ";")
    private static let quote = UInt8(ascii: "\"")
}
