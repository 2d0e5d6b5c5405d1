/// Which permissions a request to Graph takes.
///
/// The built-in table has what people use, checked by hand; ``required(method:path:published:)`` takes more from a list
/// that is kept elsewhere. Neither is complete, and an answer is never a reason to refuse a request.
public struct PermissionTable: Sendable {
    public static let builtIn = PermissionTable()

    /// - Parameter method: in any case; HEAD takes what GET takes.
    /// - Returns: nil when nothing is known of the request, which is nothing unusual.
    public func required(method: String, path: ResourcePath) -> RequiredPermissions? {
        required(method: method, path: path) { _ in [] }
    }

    /// The same from both lists. The published one is newer and longer; where it is known to be wrong, it is not asked.
    ///
    /// - Parameter published: the entries of Microsoft's list at a place. Asked only for what can match.
    public func required(
        method: String, path: ResourcePath, published: (PermissionEntry.Place) throws -> [PermissionEntry]
    ) rethrows -> RequiredPermissions? {
        let asked = method.uppercased()
        let template = PathTemplate(path)
        guard !template.segments.isEmpty else { return nil }
        let lookup = PermissionLookup(template: template, method: asked == "HEAD" ? "GET" : asked)
        let found = PermissionLookup.merged(lookup.builtIn(), try lookup.published(published))
        return found?.answer(to: asked, template)
    }

    /// The paths of the built-in table with at most this many segments, such as `/me/messages/{id}`; for completion.
    public func paths(upTo depth: Int) -> [String] {
        var seen: Set<String> = []
        let paths = BuiltInPermissions.rows.flatMap(\.requests).flatMap { PermissionTable.likes($0.path) }
        return paths.filter { path in
            path.utf8.count { $0 == UInt8(ascii: "/") } <= depth && !path.hasSuffix("*") && seen.insert(path).inserted
        }
    }

    /// The path and what its row stands for besides: `/me` for other people, `/me/drive` for other drives.
    private static func likes(_ path: String) -> [String] {
        guard path.hasPrefix("/me/") else { return [path] }
        let person = [path, "/users/{id}" + path.dropFirst(3)]
        guard path.hasPrefix("/me/drive/") else { return person }
        return person + ["/drives/{id}", "/groups/{id}/drive", "/sites/{id}/drive"].map { $0 + path.dropFirst(9) }
    }
}

/// One request on its way through the lists.
struct PermissionLookup {
    let template: PathTemplate
    /// In upper case, GET for HEAD.
    let method: String

    /// What a list has, before what holds for every list is applied.
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
            guard let (row, match) = closest(rows, { $0.path }, variant.segments),
                var requirements = PermissionText.requirements(row.permissions)
            else { continue }
            if variant.isForWorkOnly { requirements[1] = .notServed }
            return Found(
                match: match, text: variant.text(match), requirements: requirements,
                remark: row.remark.map(String.init),
                source: .builtIn, isCorrection: row.isCorrection || variant.isForWorkOnly)
        }
        return nil
    }

    func published(_ entries: (PermissionEntry.Place) throws -> [PermissionEntry]) rethrows -> Found? {
        for variant in TemplateVariant.all(of: template, includingDrives: false) {
            let rows = try entries(.init(segments: variant.segments)).filter { $0.method == method }
            guard let (row, match) = closest(rows, { $0.path[...] }, variant.segments),
                let requirements = PermissionText.requirements(row.permissions[...])
            else { continue }
            return Found(
                match: match, text: variant.text(match), requirements: requirements, remark: nil, source: .published,
                isCorrection: false)
        }
        return nil
    }

    private func closest<Row>(
        _ rows: [Row], _ path: (Row) -> Substring, _ segments: [String]
    ) -> (Row, TemplateMatch)? {
        rows.compactMap { row in TemplateMatch(path(row), segments).map { (row, $0) } }.max { $0.1 < $1.1 }
    }

    /// What is known of the request from both lists. The published one is newer and longer; the built-in one knows where
    /// it is wrong, and which of several marks is the least.
    static func merged(_ own: Found?, _ published: Found?) -> Found? {
        guard let own, var published else { return own ?? published }
        guard own.text.lowercased() == published.text.lowercased() else {
            return own.match > published.match && own.isCorrection ? own : published
        }
        if own.isCorrection { return own }
        published.remark = own.remark
        published.requirements = zip(own.requirements, published.requirements).map { own, published in
            guard case .anyOf(let listed) = published else { return published == .unknown ? own : published }
            let first = own.options.compactMap { option in listed.first { $0.name == option.name } }
            return .anyOf(first + listed.filter { !first.contains($0) })
        }
        return published
    }
}

extension PermissionLookup.Found {
    func answer(to method: String, _ template: PathTemplate) -> RequiredPermissions {
        // There is nobody an app could mean by “me”, and Excel is not for personal accounts, whatever a list says.
        let isAboutMe = template.segments.first == "me"
        let isExcel = template.segments.contains("workbook")
        return RequiredPermissions(
            method: method, template: text, work: requirements[0],
            personal: isExcel ? .notServed : requirements[1],
            application: isAboutMe ? .notServed : requirements[2],
            remark: remark, source: source)
    }
}
