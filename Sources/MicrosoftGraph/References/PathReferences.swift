import FoundationEssentials
import HTTPTransport

/// The references in the path of a request.
struct PathReferences {
    let all: [ResourceReference]

    init(_ path: ResourcePath) {
        var all: [ResourceReference] = []
        var collection = ""
        // The segments between `root:` and the next colon are names of folders and files.
        var isInFilePath = false
        for segment in path.segments {
            if !isInFilePath { all += Self.references(in: segment, after: collection, isUnderMe: path.isUnderMe) }
            if segment.hasSuffix(":") { isInFilePath.toggle() }
            collection = Self.parts(of: segment).name
        }
        self.all = all
    }

    private static func references(
        in segment: String, after collection: String, isUnderMe: Bool
    ) -> [ResourceReference] {
        let (name, key) = parts(of: segment)
        let collection = key == nil ? collection : name
        let value = key ?? name
        let place = collection.isEmpty ? value : "\(collection)/\(value)"
        if let host = sharePointHost(value) ?? sharedHost(value, in: collection) {
            return [ResourceReference(.sharePointHost, host, at: host)] + ids(value, at: place)
        }
        if collection.lowercased() == "domains" { return [ResourceReference(.domain, value, at: place)] }
        if value.isAddress { return isUnderMe ? [] : [ResourceReference(.userPrincipalName, value, at: place)] }
        return ids(value, at: place)
    }

    private static func ids(_ value: String, at place: String) -> [ResourceReference] {
        if value.isGUID {
            return [ResourceReference(.guid, value, at: place), ResourceReference(.id, value, at: place)]
        }
        return value.looksLikeAnID ? [ResourceReference(.id, value, at: place)] : []
    }

    /// A segment with its key in parentheses: `users('x')` is `users/x` (OData 4.01 URL Conventions §4.3). Nil as the key
    /// for a segment of another form.
    private static func parts(of segment: String) -> (name: String, key: String?) {
        guard segment.hasSuffix("')"), let open = segment.firstRange(of: "('") else { return (segment, nil) }
        let key = segment[open.upperBound...].dropLast(2)
        return (String(segment[..<open.lowerBound]), String(key).replacing("''", with: "'"))
    }

    /// A site is addressed as `host:` before a path, as `host` alone, or as `host,guid,guid`.
    private static func sharePointHost(_ value: String) -> String? {
        let host = value.prefix { $0 != ":" && $0 != "," }
        return host.lowercased().contains(".sharepoint") ? String(host) : nil
    }

    /// `shares/u!…` holds a sharing URL in base64url without padding.
    private static func sharedHost(_ value: String, in collection: String) -> String? {
        guard collection.lowercased() == "shares", value.hasPrefix("u!"), value.utf8.count <= 8192,
            let url = Data(base64URL: value.dropFirst(2)),
            let origin = ResourcePath(String(decoding: url, as: UTF8.self)).origin,
            let scheme = origin.firstRange(of: "://")
        else { return nil }
        return sharePointHost(String(origin[scheme.upperBound...]))
    }
}

extension String {
    /// Eight, four, four, four and twelve hexadecimal digits (RFC 9562 §4).
    var isGUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { position, byte in
                [8, 13, 18, 23].contains(position) ? byte == UInt8(ascii: "-") : byte.isHexDigit
            }
    }

    /// Whether the text has the form of a user principal name. With a colon it is the id of a Teams thread instead:
    /// `19:…@thread.v2`.
    fileprivate var isAddress: Bool { utf8.contains(UInt8(ascii: "@")) && !utf8.contains(UInt8(ascii: ":")) }

    /// Whether the text is long and has a character that names in Graph's paths do not have. Those are letters in camel
    /// case, except for a few with a digit or a namespace. A colon ends an address by path, unless it is in a thread's id.
    var looksLikeAnID: Bool {
        guard (16...1024).contains(utf8.count), !utf8.contains(UInt8(ascii: "(")) else { return false }
        guard !["oauth2", "getoffice365", "microsoft.graph."].contains(where: lowercased().hasPrefix) else {
            return false
        }
        let isThread = utf8.contains(UInt8(ascii: "@"))
        return utf8.contains { !$0.isASCIILetter }
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && ($0 != UInt8(ascii: ":") || isThread) }
    }
}
