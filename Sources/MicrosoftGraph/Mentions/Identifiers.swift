extension String {
    /// Eight, four, four, four and twelve hexadecimal digits (RFC 9562 section 4).
    var isGUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { place, byte in
                [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : byte.isHexDigit
            }
    }

    /// A name before and a domain after an `@`. With a colon it is the id of a Teams thread: `19:…@thread.v2`.
    var isAddress: Bool { utf8.contains(UInt8(ascii: "@")) && !utf8.contains(UInt8(ascii: ":")) }

    /// Long, with something in it that names in Graph's paths do not have: they are letters in camel case, but for a
    /// few with a digit. A colon ends an address by path, unless it is in the id of a thread.
    var looksLikeAnID: Bool {
        guard (16...1024).contains(utf8.count), !utf8.contains(UInt8(ascii: "(")) else { return false }
        guard !["oauth2", "getoffice365", "microsoft.graph."].contains(where: lowercased().hasPrefix) else {
            return false
        }
        let isThread = utf8.contains(UInt8(ascii: "@"))
        return utf8.contains { !$0.isLetter }
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && ($0 != UInt8(ascii: ":") || isThread) }
    }
}
