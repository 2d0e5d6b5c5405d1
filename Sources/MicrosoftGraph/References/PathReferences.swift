import FoundationEssentials
import HTTPTransport

/// The references in the path of a request.
struct PathReferences {
    let all: [ResourceReference]

    init(_ path: ResourcePath) {
        var all = path.tenant.map { [ResourceReference($0.isGUID ? .tenant : .domain, $0, at: $0)] } ?? []
        var collection = (name: "", index: -1)
        // The segments between `root:` and the next colon are names of folders and files.
        var isInFilePath = false
        var hasOwnItems = path.hasOwnItems
        for (index, segment) in path.segments.enumerated() {
            defer { if segment.hasSuffix(":") { isInFilePath.toggle() } }
            guard !isInFilePath else { continue }
            let (name, key) = Self.parts(of: segment)
            // The type of what is addressed may stand before its key: `applications/microsoft.graph.agentIdentity/ID`.
            if key == nil, name.lowercased().hasPrefix("microsoft.graph.") { continue }
            let place = key == nil ? collection : (name: name, index: index)
            all += Self.references(to: key ?? name, in: place.name, at: place.index, of: path, hasOwnItems: hasOwnItems)
            if Self.isShared(name) { hasOwnItems = false }
            collection = (name, index)
        }
        self.all = all
    }

    /// Whether the ids below this collection are the same in every tenant.
    private static func isShared(_ collection: String) -> Bool {
        let name = collection.lowercased()
        return name.hasSuffix("templates") || name.hasPrefix("termstore")
    }

    /// - Parameters:
    ///   - index: the position of the collection in the path.
    ///   - hasOwnItems: whether no two tenants share the ids of items there.
    private static func references(
        to segment: String, in collection: String, at index: Int, of path: ResourcePath, hasOwnItems: Bool
    ) -> [ResourceReference] {
        // The colon begins a path from the item: `items/01BYE5RZ:/report.docx:`. A blank at the end is one of a list.
        let value = (segment.hasSuffix(":") ? segment.dropLast() : segment[...]).trimmingASCIIWhitespace()
        let place = "\(collection)/\(value)"
        let name = collection.lowercased()
        var references: [ResourceReference] = []
        if name == "sites", let host = sharePointHost(in: value) {
            references.append(ResourceReference(.sharePointHost, host, at: host))
        }
        switch name {
        case "shares" where index == 0:
            return sharePointHost(ofLink: path.sharedURL).map { [ResourceReference(.sharingLink, $0, at: $0)] } ?? []
        case "organization" where index == 0 && value.isGUID:
            return [ResourceReference(.tenant, value, at: place)]
        // The id of this object is that of the tenant.
        case "onpremisessynchronization" where index == 1 && value.isGUID:
            return [ResourceReference(.tenant, value, at: place)]
        case "domains" where index == 0: return [ResourceReference(.domain, value, at: place)]
        case _ where value.isAddress && ownersByAddress.contains(where: path.begins):
            return index <= 1 ? [ResourceReference(.userPrincipalName, value, at: place)] : []
        case _ where objectCollections.contains(name) && index <= 1 && value.isGUID:
            return [ResourceReference(.directoryObject, value, at: place)]
        case _ where itemCollections.contains(name) && (value.isGUID || value.looksLikeAnID) && hasOwnItems:
            references.append(ResourceReference(path.isOfAccount ? .ownItem : .item, value, at: place))
        default: break
        }
        return references
    }

    /// The collections whose members are addressed by a user principal name or a mailbox's address of the tenant.
    private static let ownersByAddress = [
        ["users"], ["places"], ["education", "users"], ["copilot", "users"], ["solutions", "bookingbusinesses"],
        ["bookingbusinesses"],
    ]

    /// The collections whose members are directory objects of any type, or of a type with a collection of its own.
    private static let objectCollections: Set<String> = [
        "directoryobjects", "joinedteams", "memberof", "transitivememberof", "riskyusers",
    ]

    /// The collections whose ids no two tenants share. Not among them: directory templates, role definitions,
    /// authentication methods, gallery apps and service principals, whose ids can be the same in every tenant.
    private static let itemCollections: Set<String> = [
        "users", "groups", "devices", "applications", "deleteditems", "presences", "classes",
        "teams", "channels", "chats", "sites", "lists", "drives", "items",
        "messages", "mailfolders", "childfolders", "attachments", "events", "calendars", "calendargroups",
        "contacts", "contactfolders", "notebooks", "sections", "pages", "plans", "buckets", "tasks",
        "bookingbusinesses",
    ]

    /// A segment with its key in parentheses: `users('x')` is `users/x`, and so is `users(userPrincipalName='x')` (OData
    /// 4.01 URL Conventions §4.3). Nil as the key for a segment of another form. Other alternate keys, such as the `appId`
    /// of an app, can be the same in every tenant.
    private static func parts(of segment: String) -> (name: String, key: String?) {
        guard segment.hasSuffix("')"), let open = segment.firstIndex(of: "("),
            let quote = segment[open...].firstIndex(of: "'")
        else { return (segment, nil) }
        let keyName = segment[segment.index(after: open)..<quote].lowercased().filter { $0 != " " }
        guard ["", "id=", "userprincipalname="].contains(keyName) else { return (segment, nil) }
        let key = segment[segment.index(after: quote)...].dropLast(2)
        return (String(segment[..<open]), String(key).replacing("''", with: "'"))
    }

    private static func sharePointHost(ofLink url: String?) -> String? {
        guard let origin = url.flatMap({ ResourcePath($0).origin }), let scheme = origin.firstRange(of: "://") else {
            return nil
        }
        return sharePointHost(in: String(origin[scheme.upperBound...]))
    }

    /// The host of `sites/host:`, `sites/host` or `sites/host,guid,guid`.
    private static func sharePointHost(in value: String) -> String? {
        let host = value.prefix { $0 != ":" && $0 != "," }
        return host.lowercased().contains(".sharepoint") ? String(host) : nil
    }
}

extension ResourcePath {
    /// The URL of a sharing link: that in `/shares/u!…`, which is base64url without padding. Nil for any other path.
    public var sharedURL: String? {
        guard segments.count > 1, segments[0].lowercased() == "shares", segments[1].hasPrefix("u!"),
            segments[1].utf8.count <= 8192
        else { return nil }
        return Data(base64URL: segments[1].dropFirst(2)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the items of the path belong to the signed-in account alone: its mailbox, its drive. A chat, a plan or a
    /// team below `/me` is one of the tenant.
    fileprivate var isOfAccount: Bool {
        guard isUnderMe, segments.count > 1 else { return false }
        return !["chats", "joinedteams", "planner", "memberof", "transitivememberof", "ownedobjects", "owneddevices"]
            .contains(segments[1].lowercased())
    }

    /// Whether no two tenants share the ids of the path's items. Developers choose the ids below `/external`, and Microsoft
    /// those of its announcements below `/admin`.
    fileprivate var hasOwnItems: Bool {
        guard let root = segments.first?.lowercased().prefix(while: { $0 != "(" }) else { return false }
        return Self.rootsOfOwnItems.contains(String(root))
    }

    private static let rootsOfOwnItems: Set<String> = [
        "me", "users", "groups", "devices", "applications", "contacts", "directory", "communications", "education",
        "teams", "chats", "sites", "drives", "drive", "planner", "solutions", "bookingbusinesses",
        "copilot",
    ]

    fileprivate func begins(with names: [String]) -> Bool {
        segments.count >= names.count
            && zip(segments, names).allSatisfy { segment, name in
                let segment = segment.lowercased()
                return segment == name || segment.hasPrefix("\(name)(")
            }
    }
}

extension String {
    /// Whether the text has the form of a user principal name. With a colon it is the id of a Teams thread instead:
    /// `19:…@thread.v2`.
    fileprivate var isAddress: Bool { utf8.contains(UInt8(ascii: "@")) && !utf8.contains(UInt8(ascii: ":")) }

    /// Whether the text is long, and letters and digits alternate in it as in no name or title that somebody chose:
    /// `employee-handbook-2024`, `OnboardingChecklist`. A colon is only in the id of a Teams thread.
    fileprivate var looksLikeAnID: Bool {
        guard (16...1024).contains(utf8.count), !utf8.contains(UInt8(ascii: "(")) else { return false }
        guard utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
        if utf8.contains(UInt8(ascii: ":")) { return utf8.contains(UInt8(ascii: "@")) }
        let changes = zip(utf8, utf8.dropFirst()).count { left, right in
            left.isASCIIDigit != right.isASCIIDigit && left.isASCIIAlphanumeric && right.isASCIIAlphanumeric
                || left.isLowercase && right.isUppercase
        }
        return changes >= 3 && utf8.contains { !$0.isASCIILetter }
    }
}

extension UInt8 {
    fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
