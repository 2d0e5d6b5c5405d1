/// The published list by request: for each one the permissions that allow it.
struct PublishedRequests {
    private var requests: [Request: [PermissionScheme: [String: Listing]]] = [:]
    /// The spelling of each path; entries differ in case.
    private var texts: [[String]: String] = [:]
    private(set) var permissionCount = 0

    private struct Request: Hashable {
        let segments: [String]
        let method: String
    }

    /// The facts in the list about one permission for one request.
    private struct Listing {
        var isMarkedLeast = false
        var alsoRequires: [String] = []
        let scheme: PermissionsDocument.Scheme

        func option(named name: String, for target: PermissionScheme) -> ScopeOption {
            ScopeOption(
                name: name, alsoRequires: alsoRequires,
                mayNeedAdministrator: target == .delegatedWork && scheme.requiresAdminConsent == true
                    && name != Self.consentableByUsers)
        }

        /// The list says that consent needs an administrator; users have always been able to consent.
        private static let consentableByUsers = "Calendars.ReadBasic"
    }

    var isEmpty: Bool { requests.isEmpty }

    mutating func add(_ permission: PermissionsDocument.Permission, named name: String)
        throws(PublishedPermissionsError)
    {
        guard permission.authorizationType == "oAuth2" else { return }
        guard PermissionText.canHold(name) else { throw .malformed(at: "permissions.\(name.prefix(100))") }
        for set in permission.pathSets {
            for (path, value) in set.paths {
                let segments = try segments(path, in: name)
                for method in set.methods {
                    guard (1...16).contains(method.utf8.count), method.utf8.allSatisfy({ (65...90).contains($0) })
                    else {
                        throw .malformed(at: "permissions.\(name).pathSets.methods")
                    }
                    try add(
                        permission, named: name, from: set, value: value,
                        to: Request(segments: segments, method: method))
                }
            }
        }
        permissionCount += permission.pathSets.isEmpty ? 0 : 1
    }

    private mutating func add(
        _ permission: PermissionsDocument.Permission, named name: String, from set: PermissionsDocument.PathSet,
        value: String, to request: Request
    ) throws(PublishedPermissionsError) {
        let fields = Self.fields(in: value)
        let others = fields["AlsoRequires"] ?? []
        guard others.allSatisfy(PermissionText.canHold) else {
            throw .malformed(at: "permissions.\(name).pathSets.paths")
        }
        for key in set.schemeKeys {
            guard let scheme = PermissionScheme(publishedKey: key), let facts = permission.schemes[key] else {
                continue
            }
            let before = requests[request]?[scheme]?[name]
            var listing = before ?? Listing(alsoRequires: others, scheme: facts)
            listing.isMarkedLeast = listing.isMarkedLeast || fields["least", default: []].contains(key)
            // A second entry without the condition allows the request without it.
            if before != nil, others.isEmpty || listing.alsoRequires.isEmpty { listing.alsoRequires = [] }
            requests[request, default: [:]][scheme, default: [:]][name] = listing
        }
    }

    private mutating func segments(_ path: String, in name: String) throws(PublishedPermissionsError) -> [String] {
        let template = PathTemplate(ResourcePath(path))
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 1000, template.segments.count <= 64,
            template.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "|") })
        else { throw .malformed(at: "permissions.\(name).pathSets.paths") }
        // The documentation's own spelling has capitals; of two such, always the same one is taken.
        let known = texts[template.segments] ?? ""
        if (known.capitalCount, template.text) < (template.text.capitalCount, known) || known.isEmpty {
            texts[template.segments] = template.text
        }
        return template.segments
    }

    /// Reads `key=a,b` with semicolons between.
    private static func fields(in value: String) -> [String: [String]] {
        value.split(separator: ";").reduce(into: [:]) { fields, field in
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return }
            fields[String(parts[0]), default: []] += parts[1].split(separator: ",").map(String.init)
        }
    }
}

extension PublishedRequests {
    var entries: [PermissionEntry] {
        let counts = methodCounts
        return requests.map { request, schemes in
            let requirements = RequiredPermissions.Requirements { scheme in
                guard let listings = schemes[scheme], !Self.isDenied(scheme, request.segments) else {
                    return .notServed
                }
                let names = RankedPermission.ordered(
                    listings.map { name, listing in
                        RankedPermission(
                            name: name, isMarkedLeast: listing.isMarkedLeast,
                            methodCount: counts[Use(segments: request.segments, scheme: scheme, name: name)] ?? 0,
                            level: listing.scheme.privilegeLevel ?? .max, method: request.method)
                    })
                return .anyOf(names.compactMap { name in listings[name].map { $0.option(named: name, for: scheme) } })
            }
            return PermissionEntry(
                method: request.method, path: texts[request.segments] ?? "",
                permissions: PermissionText.text(requirements))
        }
    }

    /// Excel is not for personal accounts, although the list has 840 of its paths for them.
    private static func isDenied(_ scheme: PermissionScheme, _ segments: [String]) -> Bool {
        scheme == .delegatedPersonal && segments.contains("workbook")
    }

    private struct Use: Hashable {
        let segments: [String]
        let scheme: PermissionScheme
        let name: String
    }

    /// The number of methods of a path that list a permission.
    private var methodCounts: [Use: Int] {
        var counts: [Use: Int] = [:]
        for (request, schemes) in requests {
            for (scheme, listings) in schemes {
                for name in listings.keys {
                    counts[Use(segments: request.segments, scheme: scheme, name: name), default: 0] += 1
                }
            }
        }
        return counts
    }
}

extension PermissionScheme {
    fileprivate init?(publishedKey: String) {
        switch publishedKey {
        case "DelegatedWork": self = .delegatedWork
        case "DelegatedPersonal": self = .delegatedPersonal
        case "Application": self = .application
        default: return nil
        }
    }
}

extension String {
    fileprivate var capitalCount: Int { utf8.count { (65...90).contains($0) } }
}
