/// The permissions that requests to Graph need.
///
/// The built-in table has the requests that people use, checked by hand.
/// ``PermissionTable/required(method:path:published:)`` also reads a list that is stored elsewhere. Neither is complete,
/// and their content is never a reason to refuse a request.
public struct PermissionTable: Sendable {
    public static let builtIn = PermissionTable()

    /// The permissions for a request, from the built-in table alone.
    ///
    /// - Parameter method: in any case; HEAD needs the permissions of GET.
    /// - Returns: nil for a request that the table does not have, which is common.
    public func required(method: String, path: ResourcePath) -> RequiredPermissions? {
        required(method: method, path: path) { _ in [] }
    }

    /// The permissions for a request, from the built-in table and Microsoft's published list.
    ///
    /// The published list is newer and longer; corrections in the built-in table come before it.
    ///
    /// - Parameter published: the entries of the published list for a shape of path. Called only for shapes that can match.
    public func required(
        method: String, path: ResourcePath, published: (PermissionEntry.PathShape) throws -> [PermissionEntry]
    ) rethrows -> RequiredPermissions? {
        let asked = method.uppercased()
        let template = PathTemplate(path)
        guard !template.segments.isEmpty else { return nil }
        let lookup = PermissionLookup(template: template, method: asked == "HEAD" ? "GET" : asked)
        guard var required = try lookup.required(published) else { return nil }
        required.unsupported = try unsupported(by: required, lookup, published)
        required.method = asked
        return required
    }

    /// The kinds of account that the whole path is not for: no list has any of its methods for them.
    ///
    /// Microsoft's published list leaves kinds out by mistake, for paths that it misspells elsewhere. The surface for
    /// personal accounts is small and complete; for work accounts and apps the list alone rules nothing out.
    private func unsupported(
        by required: RequiredPermissions, _ lookup: PermissionLookup,
        _ published: (PermissionEntry.PathShape) throws -> [PermissionEntry]
    ) rethrows -> Set<PermissionScheme> {
        let missing = PermissionScheme.allCases.filter { required[$0] == .notServed }
        guard !missing.isEmpty else { return [] }
        let checked = lookup.builtIn().map { $0.requiredPermissions(method: lookup.method, template: lookup.template) }
        let others = try Self.methods.filter { $0 != lookup.method }.compactMap {
            try PermissionLookup(template: lookup.template, method: $0).required(published)
        }.filter { $0.template.lowercased() == required.template.lowercased() }
        return Set(missing).filter { scheme in
            others.allSatisfy { $0[scheme] == .notServed }
                && (scheme == .delegatedPersonal || checked?[scheme] == .notServed
                    || (scheme == .application && lookup.template.isUnderMe))
        }
    }

    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    /// The paths of the built-in table, such as `/me/messages/{id}`; for completion.
    ///
    /// - Parameter method: in any case; nil for the paths of all methods. HEAD has those of GET.
    public func paths(serving method: String? = nil) -> [String] {
        let method = method.map { $0.uppercased() == "HEAD" ? "GET" : $0.uppercased() }
        var seen: Set<String> = []
        return BuiltInPermissions.rows.flatMap(\.requests).filter { method == nil || $0.method == method }
            .flatMap { Self.equivalents(of: $0.path) }
            .filter { !$0.hasSuffix("*") && seen.insert($0).inserted }
    }

    /// The permissions of the built-in table that a user can consent to, for themselves or with an administrator, sorted.
    public var delegatedPermissions: [String] {
        let names = BuiltInPermissions.rows.flatMap { row in
            (PermissionText.requirements(row.permissions) ?? []).prefix(2).flatMap(\.options)
                .flatMap { [$0.name] + $0.alsoRequires }
        }
        return Set(names).sorted()
    }

    /// The path and the paths that its row stands for as well: `/me` for other users, `/me/drive` for other drives.
    private static func equivalents(of path: String) -> [String] {
        guard path.hasPrefix("/me/") else { return [path] }
        let users = [path, "/users/{id}" + path.dropFirst(3)]
        guard path.hasPrefix("/me/drive/") else { return users }
        return users + ["/drives/{id}", "/groups/{id}/drive", "/sites/{id}/drive"].map { $0 + path.dropFirst(9) }
    }
}

/// The look-up of one request in both lists.
private struct PermissionLookup {
    let template: PathTemplate
    /// The method in upper case, GET for HEAD.
    let method: String

    /// The content of one list for the request, before the rules that hold for every list.
    struct Found {
        let match: TemplateMatch
        let text: String
        var requirements: [RequiredPermissions.Requirement]
        var remark: String?
        let source: RequiredPermissions.Source
        let isCorrection: Bool
    }

    func builtIn() -> Found? {
        for variant in TemplateVariant.all(of: template, includingDrives: true) {
            let rows = BuiltInPermissions.rows(at: .init(segments: variant.segments)).filter { $0.serves(method) }
            guard let (row, match) = closest(rows, to: variant.segments, path: \.path),
                var requirements = PermissionText.requirements(row.permissions)
            else { continue }
            if variant.isForWorkOnly { requirements[1] = .notServed }
            return Found(
                match: match, text: variant.text(match), requirements: requirements,
                remark: row.remark.map(String.init), source: .builtIn,
                isCorrection: row.isCorrection || variant.isForWorkOnly)
        }
        return nil
    }

    /// The permissions by both lists; nil for a request that neither has.
    func required(
        _ published: (PermissionEntry.PathShape) throws -> [PermissionEntry]
    ) rethrows -> RequiredPermissions? {
        Self.merged(builtIn(), try self.published(published))?
            .requiredPermissions(method: method, template: template)
    }

    func published(_ entries: (PermissionEntry.PathShape) throws -> [PermissionEntry]) rethrows -> Found? {
        for variant in TemplateVariant.all(of: template, includingDrives: false) {
            let rows = try entries(.init(segments: variant.segments)).filter { $0.method == method }
            guard let (row, match) = closest(rows, to: variant.segments, path: { $0.path[...] }),
                let requirements = PermissionText.requirements(row.permissions[...])
            else { continue }
            return Found(
                match: match, text: variant.text(match), requirements: requirements, remark: nil, source: .published,
                isCorrection: false)
        }
        return nil
    }

    private func closest<Row>(
        _ rows: [Row], to segments: [String], path: (Row) -> Substring
    ) -> (Row, TemplateMatch)? {
        rows.compactMap { row in TemplateMatch(path(row), segments).map { (row, $0) } }.max { $0.1 < $1.1 }
    }

    /// The content of both lists. The published one is newer and longer; the built-in one has the corrections, and knows
    /// the least privileged of several marked permissions.
    static func merged(_ builtIn: Found?, _ published: Found?) -> Found? {
        guard let builtIn, var published else { return builtIn ?? published }
        guard builtIn.text.lowercased() == published.text.lowercased() else {
            return builtIn.match > published.match && builtIn.isCorrection ? builtIn : published
        }
        if builtIn.isCorrection { return builtIn }
        published.remark = builtIn.remark
        published.requirements = zip(builtIn.requirements, published.requirements).map { builtIn, published in
            guard case .anyOf(let listed) = published else { return published == .unknown ? builtIn : published }
            let first = builtIn.options.compactMap { option in listed.first { $0.name == option.name } }
            return .anyOf(first + listed.filter { !first.contains($0) })
        }
        return published
    }
}

extension PermissionLookup.Found {
    func requiredPermissions(method: String, template: PathTemplate) -> RequiredPermissions {
        // An application has no `/me`, and Excel is not for personal accounts, whatever a list says.
        let isExcel = template.segments.contains("workbook")
        return RequiredPermissions(
            method: method, template: text, work: requirements[0],
            personal: isExcel ? .notServed : requirements[1],
            application: template.isUnderMe ? .notServed : requirements[2],
            remark: remark, source: source)
    }
}
