import Foundation

/// What the path of a request names.
struct PathReferences {
    let all: [ResourceReference]

    init(_ path: ResourcePath) {
        var all: [ResourceReference] = []
        var collection = ""
        // Between `root:` and the next colon stand the names of folders and files.
        var isInNames = false
        for segment in path.segments {
            if !isInNames { all += PathReferences.mentions(in: segment, after: collection, isOwn: path.isOwn) }
            if segment.hasSuffix(":") { isInNames.toggle() }
            collection = PathReferences.parts(of: segment).name
        }
        self.all = all
    }

    private static func mentions(in segment: String, after collection: String, isOwn: Bool) -> [ResourceReference] {
        let (name, argument) = parts(of: segment)
        // `users('x')` is another way to write `users/x`.
        let collection = argument == nil ? collection : name
        let value = argument ?? name
        let place = collection.isEmpty ? value : "\(collection)/\(value)"
        if let host = sharePointHost(value) ?? sharedHost(value, in: collection) {
            return [ResourceReference(.sharePointHost, host, at: host)] + ids(value, at: place)
        }
        if collection.lowercased() == "domains" { return [ResourceReference(.domain, value, at: place)] }
        if value.isAddress { return isOwn ? [] : [ResourceReference(.userPrincipalName, value, at: place)] }
        return ids(value, at: place)
    }

    private static func ids(_ value: String, at place: String) -> [ResourceReference] {
        if value.isGUID {
            return [ResourceReference(.guid, value, at: place), ResourceReference(.id, value, at: place)]
        }
        return value.looksLikeAnID ? [ResourceReference(.id, value, at: place)] : []
    }

    /// `users('x')` has the name `users` and the argument `x`; a segment of another form is all name.
    private static func parts(of segment: String) -> (name: String, argument: String?) {
        guard segment.hasSuffix("')"), let open = segment.range(of: "('") else { return (segment, nil) }
        let argument = segment[open.upperBound...].dropLast(2)
        return (String(segment[..<open.lowerBound]), argument.replacingOccurrences(of: "''", with: "'"))
    }

    /// A site is addressed as `host:` before a path, as `host` alone, or as `host,guid,guid`.
    private static func sharePointHost(_ value: String) -> String? {
        let host = value.prefix { $0 != ":" && $0 != "," }
        return host.lowercased().contains(".sharepoint") ? String(host) : nil
    }

    /// `shares/u!…` is a sharing URL in base64url without padding.
    private static func sharedHost(_ value: String, in collection: String) -> String? {
        guard collection.lowercased() == "shares", value.hasPrefix("u!"), value.utf8.count <= 8192 else { return nil }
        var base64 = value.dropFirst(2)
            .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let url = Data(base64Encoded: base64).map({ String(decoding: $0, as: UTF8.self) }),
            let origin = ResourcePath(url).origin, let scheme = origin.range(of: "://")
        else { return nil }
        return sharePointHost(String(origin[scheme.upperBound...]))
    }
}

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
