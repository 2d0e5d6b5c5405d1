import AuthCore
import HTTPTransport

/// The path of a rule, normalized: without case, escapes, version and `myorganization`, doubled slashes, keys in parentheses
/// and names of types.
extension Glob {
    /// - Parameter text: begins with a slash; `%2A` is a literal star.
    init(path text: Substring) {
        var pieces = Self.split(text).map { Self.folded(Array($0.utf8)) }
        for index in pieces.indices {
            pieces[index] = Self.withoutTypes(pieces[index], isEnd: index == pieces.indices.last)
        }
        while let resource = Self.withoutPrefix(pieces[0], isAll: pieces.count == 1) { pieces[0] = resource }
        if let end = pieces.indices.last { pieces[end] = Self.withoutTrailingSlash(pieces[end], isAll: end == 0) }
        self.init(pieces: pieces)
    }

    /// The paths of an action, normalized in the same way: with and without names of types, which a pattern can have in part,
    /// and with both names of the signed-in user's drive, which are `/drive` and `/me/drive`.
    static func normalizedPaths(_ path: String) -> [[UInt8]] {
        let written = withoutTrailingSlash(folded(Array(path.utf8)), isAll: true)
        let plain = withoutTypes(written, isEnd: true)
        let paths = plain == written ? [plain] : [plain, written]
        for (name, other) in [("/drive", "/me/drive"), ("/me/drive", "/drive")] where plain.starts(with: name.utf8) {
            let remainder = plain.dropFirst(name.utf8.count)
            if remainder.isEmpty || remainder.first == slash { return paths + [Array(other.utf8) + remainder] }
        }
        return paths
    }

    private static func folded(_ bytes: [UInt8]) -> [UInt8] {
        var path: [UInt8] = []
        for byte in withoutKeys(lowercased(unescaped(bytes))) where byte != slash || path.last != slash {
            path.append(byte)
        }
        return path
    }

    /// `users('dana')` is `users/dana`, and so is `users(id='dana')`; `sendMail()` is `sendMail` (OData 4.01 URL Conventions
    /// §4.3 and §4.5). A star can be in the key, and so the piece of a pattern can have one of the parentheses alone.
    private static func withoutKeys(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "(")) || bytes.contains(UInt8(ascii: "'")) else { return bytes }
        var path: [UInt8] = []
        var rest = bytes.replacing("()".utf8, with: [])[...]
        while let byte = rest.popFirst() {
            let keyName = rest.prefix(while: \.isASCIILetter)
            let opening = rest.dropFirst(keyName.count).prefix(keyName.isEmpty ? 1 : 2)
            if byte == UInt8(ascii: "("), opening.elementsEqual(keyName.isEmpty ? "'".utf8 : "='".utf8) {
                path.append(slash)
                rest = rest.dropFirst(keyName.count + opening.count)
            } else {
                path.append(byte)
            }
        }
        path = path.replacing("')/".utf8, with: [slash]).replacing("''".utf8, with: "'".utf8)
        return path.suffix(2).elementsEqual("')".utf8) ? path.dropLast(2) : path
    }

    /// `me/microsoft.graph.sendMail` is `me/sendMail`, and `users/microsoft.graph.user/dana` is `users/dana`: an action or a
    /// function ends the path, or has parentheses, and any other such name is that of a type (OData 4.01 URL Conventions
    /// §4.5, §4.11).
    ///
    /// - Parameter isEnd: whether the path ends here, and no star of the pattern follows: what precedes a star can be a part
    ///   of a name.
    private static func withoutTypes(_ path: [UInt8], isEnd: Bool) -> [UInt8] {
        let namespace = Array("microsoft.graph.".utf8)
        guard path.firstRange(of: namespace) != nil else { return path }
        var segments = path.split(separator: slash, omittingEmptySubsequences: false)
        for index in segments.indices.dropFirst().reversed() where segments[index].starts(with: namespace) {
            let name = segments[index].dropFirst(namespace.count)
            let isLast = index == segments.indices.last
            if isLast && !isEnd || name.isEmpty { continue }
            if isLast || name.contains(UInt8(ascii: "(")) {
                segments[index] = name
            } else {
                segments.remove(at: index)
            }
        }
        return Array(segments.joined(separator: [slash]))
    }

    /// Decodes escapes until there are none, so that a path is the same whether or not it was decoded before.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var result: [UInt8] = []
        for byte in bytes {
            result.append(byte)
            while let escape = escape(endingIn: result) {
                result.replaceSubrange((result.count - 3)..., with: [escape])
            }
        }
        return result
    }

    private static func escape(endingIn bytes: [UInt8]) -> UInt8? {
        guard bytes.count > 2, bytes[bytes.count - 3] == UInt8(ascii: "%") else { return nil }
        return UInt8(hexDigits: bytes.suffix(2))
    }

    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            return bytes.map(\.asciiLowercased)
        }
        return Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    }

    /// Nil when the path begins with the resource.
    private static func withoutPrefix(_ piece: [UInt8], isAll: Bool) -> [UInt8]? {
        for prefix in prefixes where piece.starts(with: prefix) {
            let resource = Array(piece.dropFirst(prefix.count))
            if resource.first == slash { return resource }
            if resource.isEmpty, isAll { return [slash] }
        }
        return nil
    }

    private static func withoutTrailingSlash(_ piece: [UInt8], isAll: Bool) -> [UInt8] {
        piece.last == slash && !(isAll && piece.count == 1) ? piece.dropLast() : piece
    }

    private static let prefixes = [Array("/v1.0".utf8), Array("/beta".utf8), Array("/myorganization".utf8)]
    private static let slash = UInt8(ascii: "/")
}

/// The host of a rule, normalized, such as `contoso.sharepoint.com`, `*.sharepoint.us` or `localhost:8080`.
extension Glob {
    /// Nil when no host could match.
    init?(host text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || Self.othersInHosts.contains($0) }) else {
            return nil
        }
        self.init(text.lowercased())
    }

    /// Whether the host can only be this machine (RFC 6761 section 6.3), which excludes any wildcard.
    static func isLoopback(host name: some StringProtocol) -> Bool {
        !name.contains("*") && HTTPOrigin.isLoopback(host: String(name).withoutPort)
    }

    private static let othersInHosts = Array("-._*:[]".utf8)
}

extension Action {
    /// The hosts that the action names. The host of a full URL is there with and without the port.
    var hostNames: [String] {
        guard let endpoint, let scheme = endpoint.byteRange(of: "://") else { return hosts }
        let whole = endpoint[scheme.upperBound...].lowercased()
        return hosts + [whole, whole.withoutPort]
    }
}

extension String {
    /// The host of a name with a port.
    fileprivate var withoutPort: String {
        if hasPrefix("[") { return prefix { $0 != "]" } + "]" }
        return String(prefix { $0 != ":" })
    }
}

extension StringProtocol {
    /// The range of the first occurrence. Bytes are compared, because "/" with a combining mark is another Character.
    func byteRange(of text: String) -> Range<Index>? {
        var start = utf8.startIndex
        while start != utf8.endIndex {
            if utf8[start...].starts(with: text.utf8) {
                return start..<utf8.index(start, offsetBy: text.utf8.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
