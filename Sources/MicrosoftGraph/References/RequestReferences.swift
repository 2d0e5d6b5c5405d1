import FoundationEssentials
import HTTPTransport

/// The resources that a request addresses, by which the account or tenant that owns them can be found: each once, in the
/// order of the path.
///
/// A reference stands where the request says whose data is asked for. What is an object or content of the caller's own
/// tenant is none, whomever it names: partners, connected organizations, recipients, the values of most filters, a body.
public struct RequestReferences: Sendable {
    public let all: [ResourceReference]

    public init(path: ResourcePath) {
        // `/tenantRelationships` looks other tenants up in one's own.
        let isAboutOthers = path.segments.first?.lowercased() == "tenantrelationships"
        let found = isAboutOthers ? [] : PathReferences(path).all + UserFilter(path).references
        var seen: Set<ResourceReference> = []
        all = found.filter { seen.insert($0).inserted }
    }
}

/// A tenant, user, host or item that a request addresses.
public struct ResourceReference: Hashable, Sendable {
    public let kind: Kind
    /// The reference as written, decoded.
    public let value: String
    /// The place in the request, as it is written there: `users/dana@fabrikam.example`.
    public let place: String

    public init(_ kind: Kind, _ value: String, at place: String) {
        self.kind = kind
        self.value = value
        self.place = place
    }

    public enum Kind: Hashable, Sendable {
        /// The GUID of a tenant.
        case tenant
        case domain
        case userPrincipalName
        /// A SharePoint or OneDrive host.
        case sharePointHost
        /// An id that one tenant alone can have.
        case item
        /// An id below `/me`, which one account alone can have.
        case ownItem
    }
}

/// The references in the path of a request.
private struct PathReferences {
    let all: [ResourceReference]

    init(_ path: ResourcePath) {
        var all: [ResourceReference] = []
        var collection = ""
        // The segments between `root:` and the next colon are names of folders and files.
        var isInFilePath = false
        for (index, segment) in path.segments.enumerated() {
            let (name, key) = Self.parts(of: segment)
            if !isInFilePath {
                all += Self.references(
                    to: key ?? name, in: key == nil ? collection : name, at: key == nil ? index - 1 : index, of: path)
            }
            if segment.hasSuffix(":") { isInFilePath.toggle() }
            collection = name
        }
        self.all = all
    }

    /// - Parameter index: the position of the collection in the path.
    private static func references(
        to value: String, in collection: String, at index: Int, of path: ResourcePath
    ) -> [ResourceReference] {
        let place = "\(collection)/\(value)"
        let name = collection.lowercased()
        var references: [ResourceReference] = []
        if let host = sharePointHost(value, in: name, at: index) {
            references.append(ResourceReference(.sharePointHost, host, at: host))
        }
        switch name {
        case "organization" where index == 0 && value.isGUID:
            return [ResourceReference(.tenant, value, at: place)]
        case "domains" where index == 0: return [ResourceReference(.domain, value, at: place)]
        case _ where value.isAddress && ownersByAddress.contains(where: path.begins):
            return index <= 1 ? [ResourceReference(.userPrincipalName, value, at: place)] : []
        case _ where itemCollections.contains(name) && (value.isGUID || value.looksLikeAnID):
            references.append(ResourceReference(path.isUnderMe ? .ownItem : .item, value, at: place))
        default: break
        }
        return references
    }

    /// The collections whose members are addressed by a user principal name or a mailbox's address of the tenant.
    private static let ownersByAddress = [
        ["users"], ["places"], ["education", "users"], ["solutions", "bookingbusinesses"],
    ]

    /// The collections whose ids no two tenants share. Not among them: directory templates, role definitions,
    /// authentication methods, gallery apps and service principals, whose ids can be the same in every tenant.
    private static let itemCollections: Set<String> = [
        "users", "groups", "devices", "applications", "teams", "channels", "chats", "sites", "lists", "drives", "items",
        "shares", "messages", "mailfolders", "childfolders", "attachments", "events", "calendars", "calendargroups",
        "contacts", "contactfolders", "notebooks", "sections", "pages", "plans", "buckets", "tasks",
        "bookingbusinesses",
    ]

    /// A segment with its key in parentheses: `users('x')` is `users/x` (OData 4.01 URL Conventions §4.3). Nil as the key
    /// for a segment of another form.
    private static func parts(of segment: String) -> (name: String, key: String?) {
        guard segment.hasSuffix("')"), let open = segment.firstRange(of: "('") else { return (segment, nil) }
        let key = segment[open.upperBound...].dropLast(2)
        return (String(segment[..<open.lowerBound]), String(key).replacing("''", with: "'"))
    }

    /// The host of `sites/host:`, `sites/host` or `sites/host,guid,guid`, and that of the URL in `shares/u!…`, which is
    /// base64url without padding.
    private static func sharePointHost(_ value: String, in collection: String, at index: Int) -> String? {
        if collection == "sites" { return sharePointHost(in: value) }
        guard collection == "shares", index == 0, value.hasPrefix("u!"), value.utf8.count <= 8192,
            let url = Data(base64URL: value.dropFirst(2)),
            let origin = ResourcePath(String(decoding: url, as: UTF8.self)).origin,
            let scheme = origin.firstRange(of: "://")
        else { return nil }
        return sharePointHost(in: String(origin[scheme.upperBound...]))
    }

    private static func sharePointHost(in value: String) -> String? {
        let host = value.prefix { $0 != ":" && $0 != "," }
        return host.lowercased().contains(".sharepoint") ? String(host) : nil
    }
}

extension ResourcePath {
    fileprivate func begins(with names: [String]) -> Bool {
        segments.count >= names.count
            && zip(segments, names).allSatisfy { segment, name in
                let segment = segment.lowercased()
                return segment == name || segment.hasPrefix("\(name)('")
            }
    }
}

extension String {
    /// Eight, four, four, four and twelve hexadecimal digits (RFC 9562 §4).
    fileprivate var isGUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { position, byte in
                [8, 13, 18, 23].contains(position) ? byte == UInt8(ascii: "-") : byte.isHexDigit
            }
    }

    /// Whether the text has the form of a user principal name. With a colon it is the id of a Teams thread instead:
    /// `19:…@thread.v2`.
    fileprivate var isAddress: Bool { utf8.contains(UInt8(ascii: "@")) && !utf8.contains(UInt8(ascii: ":")) }

    /// Whether the text is long and has a character that names in Graph's paths do not have. Those are letters in camel
    /// case. A colon ends an address by path, unless it is in a thread's id.
    fileprivate var looksLikeAnID: Bool {
        guard (16...1024).contains(utf8.count), !utf8.contains(UInt8(ascii: "(")) else { return false }
        guard !lowercased().hasPrefix("microsoft.graph.") else { return false }
        let isThread = utf8.contains(UInt8(ascii: "@"))
        return utf8.contains { !$0.isASCIILetter }
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && ($0 != UInt8(ascii: ":") || isThread) }
    }
}
