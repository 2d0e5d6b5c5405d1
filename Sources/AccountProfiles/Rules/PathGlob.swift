/// How paths are made comparable: without case, escapes, version and doubled slashes.
enum PathGlob {
    /// - Parameter text: begins with a slash; `%2A` is a star that is no wildcard.
    static func of(_ text: Substring) -> Glob {
        var pieces = Glob.split(text).map { folded(Array($0.utf8)) }
        while let rest = withoutVersion(pieces[0], isAll: pieces.count == 1) { pieces[0] = rest }
        if let end = pieces.indices.last { pieces[end] = withoutTrailingSlash(pieces[end], isAll: end == 0) }
        return Glob(pieces: pieces)
    }

    /// An action's path in the same form.
    static func text(of path: String) -> [UInt8] {
        withoutTrailingSlash(folded(Array(path.utf8)), isAll: true)
    }

    private static func folded(_ bytes: [UInt8]) -> [UInt8] {
        var path: [UInt8] = []
        for byte in lowercased(unescaped(bytes)) where byte != slash || path.last != slash { path.append(byte) }
        return path
    }

    /// Undoes escapes until there are none: whether a path comes as it was typed or already unescaped, it is the same.
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
        guard let high = value(bytes[bytes.count - 2]), let low = value(bytes[bytes.count - 1]) else { return nil }
        return high << 4 | low
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            return bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        }
        return Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    }

    /// Nil when there is none to take away.
    private static func withoutVersion(_ piece: [UInt8], isAll: Bool) -> [UInt8]? {
        for version in versions where piece.starts(with: version) {
            let rest = Array(piece.dropFirst(version.count))
            if rest.first == slash { return rest }
            if rest.isEmpty, isAll { return [slash] }
        }
        return nil
    }

    private static func withoutTrailingSlash(_ piece: [UInt8], isAll: Bool) -> [UInt8] {
        piece.last == slash && !(isAll && piece.count == 1) ? piece.dropLast() : piece
    }

    private static let versions = [Array("/v1.0".utf8), Array("/beta".utf8)]
    private static let slash = UInt8(ascii: "/")
}
