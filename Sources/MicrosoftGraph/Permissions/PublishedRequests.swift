/// The published list turned round: for each request, the permissions that open it.
struct PublishedRequests {
    private var requests: [Request: [PermissionScheme: [String: Mark]]] = [:]
    /// How each path was written; names differ in case from entry to entry.
    private var texts: [[String]: String] = [:]
    private(set) var permissionCount = 0

    private struct Request: Hashable {
        let segments: [String]
        let method: String
    }

    /// What the list says of one permission for one request.
    private struct Mark {
        var isLeast = false
        var alsoRequires: [String] = []
        let scheme: PermissionsDocument.Scheme
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
                    try add(name, permission, set, value, to: Request(segments: segments, method: method))
                }
            }
        }
        permissionCount += permission.pathSets.isEmpty ? 0 : 1
    }

    private mutating func add(
        _ name: String, _ permission: PermissionsDocument.Permission, _ set: PermissionsDocument.PathSet,
        _ value: String, to request: Request
    ) throws(PublishedPermissionsError) {
        let fields = PublishedRequests.fields(value)
        let others = fields["AlsoRequires"] ?? []
        guard others.allSatisfy(PermissionText.canHold) else {
            throw .malformed(at: "permissions.\(name).pathSets.paths")
        }
        for key in set.schemeKeys {
            guard let scheme = PermissionScheme(publishedKey: key), let facts = permission.schemes[key] else {
                continue
            }
            let before = requests[request]?[scheme]?[name]
            var mark = before ?? Mark(alsoRequires: others, scheme: facts)
            mark.isLeast = mark.isLeast || fields["least", default: []].contains(key)
            // A second entry without the condition opens the request without it.
            if before != nil, others.isEmpty || mark.alsoRequires.isEmpty { mark.alsoRequires = [] }
            requests[request, default: [:]][scheme, default: [:]][name] = mark
        }
    }

    private mutating func segments(_ path: String, in name: String) throws(PublishedPermissionsError) -> [String] {
        let template = PathTemplate(ResourcePath(path))
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 1000, template.segments.count <= 64,
            template.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "|") })
        else { throw .malformed(at: "permissions.\(name).pathSets.paths") }
        // The documentation's own case is the one with capitals in it; of two such, always the same.
        let known = texts[template.segments] ?? ""
        if (known.capitals, template.text) < (template.text.capitals, known) || known.isEmpty {
            texts[template.segments] = template.text
        }
        return template.segments
    }

    /// `key=a,b` with semicolons between.
    private static func fields(_ value: String) -> [String: [String]] {
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
            let requirements = PermissionScheme.allCases.map { scheme -> RequiredPermissions.Requirement in
                guard let marks = schemes[scheme], !PublishedRequests.isDenied(scheme, request.segments) else {
                    return .notServed
                }
                let names = LeastPrivilege.ordered(
                    marks.map { name, mark in
                        LeastPrivilege(
                            name: name, isLeast: mark.isLeast,
                            methodCount: counts[Use(segments: request.segments, scheme: scheme, name: name)] ?? 0,
                            level: mark.scheme.privilegeLevel ?? .max, method: request.method)
                    })
                return .anyOf(
                    names.compactMap { name in marks[name].map { PublishedRequests.option(name, $0, scheme) } })
            }
            return PermissionEntry(
                method: request.method, path: texts[request.segments] ?? "",
                permissions: PermissionText.text(requirements))
        }
    }

    /// Excel is not for personal accounts, though the list has 840 of its paths for them.
    private static func isDenied(_ scheme: PermissionScheme, _ segments: [String]) -> Bool {
        scheme == .delegatedPersonal && segments.contains("workbook")
    }

    private static func option(_ name: String, _ mark: Mark, _ scheme: PermissionScheme) -> ScopeOption {
        ScopeOption(
            name: name, alsoRequires: mark.alsoRequires,
            mayNeedAdministrator: scheme == .delegatedWork && mark.scheme.requiresAdminConsent == true
                && name != falselyRestricted)
    }

    /// People have always been able to consent to it; the list alone says otherwise.
    private static let falselyRestricted = "Calendars.ReadBasic"

    private struct Use: Hashable {
        let segments: [String]
        let scheme: PermissionScheme
        let name: String
    }

    /// For how many methods of a path each permission is listed: one that is listed for fewer was meant for this one.
    private var methodCounts: [Use: Int] {
        var counts: [Use: Int] = [:]
        for (request, schemes) in requests {
            for (scheme, marks) in schemes {
                for name in marks.keys {
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
    fileprivate var capitals: Int { utf8.count { (65...90).contains($0) } }
}
