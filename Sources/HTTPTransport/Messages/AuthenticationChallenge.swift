/// A challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1): a scheme with its parameters.
public struct AuthenticationChallenge: Sendable, Hashable {
    /// Lower case, such as `bearer`.
    public let scheme: String
    /// The parameters by lower-case name. Of a repeated name the first counts; quoted values are unquoted.
    public let parameters: [String: String]

    /// The challenges of all `WWW-Authenticate` fields of a response, in order.
    ///
    /// Accepts any text: an unreadable part is skipped, and the parts around it are kept. Commas separate schemes as well as
    /// parameters, so a name is a parameter if an equals sign follows. A `token68` is skipped.
    public static func all(in headers: HTTPHeaders) -> [AuthenticationChallenge] {
        headers.values("WWW-Authenticate").flatMap { field in
            var reader = ChallengeReader(field)
            return reader.challenges()
        }
    }
}

/// Reads one field value from left to right, a byte at a time: quoted strings hold commas and equals signs.
private struct ChallengeReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func challenges() -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        var scheme: String?
        var parameters: [String: String] = [:]
        while position < bytes.count {
            skip(" \t,")
            guard let name = token() else {
                position += 1
                continue
            }
            skip(" \t")
            if let value = value() {
                parameters[name] = parameters[name] ?? value
            } else {
                if let scheme { challenges.append(.init(scheme: scheme, parameters: parameters)) }
                (scheme, parameters) = (name, [:])
                skipToken68()
            }
        }
        if let scheme { challenges.append(.init(scheme: scheme, parameters: parameters)) }
        return challenges
    }

    /// A token (RFC 9110 §5.6.2) in lower case.
    private mutating func token() -> String? {
        let start = position
        while position < bytes.count, bytes[position].isToken { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }

    /// Skips the `token68` of a scheme (RFC 9110 §11.2): a token with any number of equals signs at its end, and nothing
    /// else before the next comma.
    private mutating func skipToken68() {
        let start = position
        while let byte = peek, byte.isToken || byte == UInt8(ascii: "/") { position += 1 }
        guard position > start else { return }
        skip("=")
        skip(" \t")
        if let byte = peek, byte != UInt8(ascii: ",") { position = start }
    }

    /// The value after an equals sign; nil without one.
    private mutating func value() -> String? {
        guard peek == UInt8(ascii: "=") else { return nil }
        position += 1
        skip(" \t")
        guard peek == UInt8(ascii: "\"") else {
            let start = position
            while let byte = peek, byte != UInt8(ascii: ","), byte != UInt8(ascii: " ") { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        position += 1
        return quoted()
    }

    /// The remainder of a quoted string (RFC 9110 §5.6.4), up to its closing quote or the end of the field.
    private mutating func quoted() -> String {
        var text: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
            text.append(bytes[position])
            position += 1
        }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ characters: StaticString) {
        let skipped = characters.withUTF8Buffer(Array.init)
        while let byte = peek, skipped.contains(byte) { position += 1 }
    }
}
