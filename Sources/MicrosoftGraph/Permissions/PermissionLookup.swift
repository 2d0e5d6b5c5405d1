/// The look-up of one request in both lists.
struct PermissionLookup {
    let template: PathTemplate
    /// The method in upper case, GET for HEAD.
    let method: String

    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    /// The content of one list for the request, before the rules that hold for every list.
    struct Found {
        let match: TemplateMatch
        let text: String
        var requirements: RequiredPermissions.Requirements
        var remark: String?
        let source: RequiredPermissions.Source
        let isCorrection: Bool
    }

    /// The permissions by both lists; nil for a request that neither has.
    func required(
        _ published: (PermissionEntry.PathShape) throws -> [PermissionEntry]
    ) rethrows -> RequiredPermissions? {
        let (builtIn, listed) = (builtIn(), try self.published(published))
        guard let found = Self.merged(builtIn[method], listed[method]) else { return nil }
        var required = requiredPermissions(found)
        let others = Self.methods.filter { $0 != method }
            .compactMap { Self.merged(builtIn[$0], listed[$0]) }
            .filter { $0.text.lowercased() == found.text.lowercased() }.map(requiredPermissions)
        required.unsupported = unsupported(required, others, checked: builtIn[method].map(requiredPermissions))
        return required
    }

    /// The kinds of account that the whole path is not for: no list has any of its methods for them.
    ///
    /// Microsoft's published list leaves kinds out by mistake, for paths that it misspells elsewhere. The surface for
    /// personal accounts is small and complete; for work accounts and apps the list alone rules nothing out.
    private func unsupported(
        _ required: RequiredPermissions, _ others: [RequiredPermissions], checked: RequiredPermissions?
    ) -> Set<PermissionScheme> {
        Set(PermissionScheme.allCases).filter { scheme in
            required[scheme] == .notServed && others.allSatisfy { $0[scheme] == .notServed }
                && (scheme == .delegatedPersonal || checked?[scheme] == .notServed
                    || (scheme == .application && template.isUnderMe))
        }
    }

    /// The content of the built-in table, by method.
    private func builtIn() -> [String: Found] {
        var siblings: [String: Found] = [:]
        for variant in TemplateVariant.all(of: template, method: method, includingDrives: true) {
            let rows = matching(BuiltInPermissions.rows(at: .init(segments: variant.segments)), variant, path: \.path)
            let found = byMethod { method in
                guard let (row, match) = rows.filter({ $0.row.serves(method) }).max(by: { $0.match < $1.match }),
                    var requirements = PermissionText.requirements(row.permissions)
                else { return nil }
                if variant.isForWorkOnly { requirements[.delegatedPersonal] = .notServed }
                return Found(
                    match: match, text: variant.text(match), requirements: requirements,
                    remark: row.remark.map(String.init), source: .builtIn,
                    isCorrection: row.isCorrection || variant.isForWorkOnly)
            }
            if found[method] != nil { return found }
            if siblings.isEmpty { siblings = found }
        }
        return siblings
    }

    /// The content of the published list, by method.
    private func published(
        _ entries: (PermissionEntry.PathShape) throws -> [PermissionEntry]
    ) rethrows -> [String: Found] {
        var siblings: [String: Found] = [:]
        for variant in TemplateVariant.all(of: template, method: method, includingDrives: false) {
            let rows = matching(try entries(.init(segments: variant.segments)), variant) { $0.path[...] }
            let found = byMethod { method in
                guard let (row, match) = rows.filter({ $0.row.method == method }).max(by: { $0.match < $1.match }),
                    let requirements = PermissionText.requirements(row.permissions[...])
                else { return nil }
                return Found(
                    match: match, text: variant.text(match), requirements: requirements, remark: nil,
                    source: .published, isCorrection: false)
            }
            if found[method] != nil { return found }
            if siblings.isEmpty { siblings = found }
        }
        return siblings
    }

    private func byMethod(_ find: (String) -> Found?) -> [String: Found] {
        Set(Self.methods + [method]).reduce(into: [:]) { found, method in found[method] = find(method) }
    }

    /// The rows whose path the request has.
    private func matching<Row>(
        _ rows: [Row], _ variant: TemplateVariant, path: (Row) -> Substring
    ) -> [(row: Row, match: TemplateMatch)] {
        rows.compactMap { row in
            TemplateMatch(path(row), variant.segments, functions: template.names).map { (row, $0) }
        }
    }

    /// The content of both lists. The published one is newer and longer; the built-in one has the corrections, and knows
    /// the least privileged of several marked permissions.
    private static func merged(_ builtIn: Found?, _ published: Found?) -> Found? {
        guard let builtIn, var published else { return builtIn ?? published }
        guard builtIn.text.lowercased() == published.text.lowercased() else {
            return builtIn.match > published.match && builtIn.isCorrection ? builtIn : published
        }
        if builtIn.isCorrection { return builtIn }
        published.remark = builtIn.remark
        published.requirements = RequiredPermissions.Requirements { [listed = published.requirements] scheme in
            let (builtIn, published) = (builtIn.requirements[scheme], listed[scheme])
            guard case .anyOf(let listed) = published else { return published == .unknown ? builtIn : published }
            let first = builtIn.options.compactMap { option in listed.first { $0.name == option.name } }
            return .anyOf(first + listed.filter { !first.contains($0) })
        }
        return published
    }

    private func requiredPermissions(_ found: Found) -> RequiredPermissions {
        // An application has no `/me`, and Excel is not for personal accounts, whatever a list says.
        var requirements = found.requirements
        if template.segments.contains("workbook") { requirements[.delegatedPersonal] = .notServed }
        if template.isUnderMe { requirements[.application] = .notServed }
        return RequiredPermissions(
            method: method, template: found.text, requirements: requirements, remark: found.remark,
            source: found.source)
    }
}
