import NIOHTTP1

/// SharePoint sites by id, host and path. A tenant sees only its own sites.
struct SiteService {
    var routes: [GraphRoute] {
        let read = ["Sites.Read.All"]
        let readFiles = read + ["Files.Read", "Files.ReadWrite", "Files.Read.All", "Files.ReadWrite.All"]
        return [
            GraphRoute(.GET, "sites", for: .workAccounts, needs: read, else: .siteDenied, handler: sites),
            GraphRoute(.GET, "sites/{site}", for: .workAccounts, needs: read, else: .siteDenied, handler: site),
            GraphRoute(.GET, "sites/{site}/lists", for: .workAccounts, needs: read, else: .siteDenied, handler: lists),
            GraphRoute(
                .GET, "sites/{site}/drive", for: .workAccounts, needs: readFiles, else: .siteDenied, handler: drive),
        ]
    }

    /// All sites, or those whose name contains the `search` parameter, which has no `$`.
    private func sites(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let word = (operation.query["search"] ?? "*").filter { $0 != "\"" }
        let found = SharePointSite.matching(word, in: operation.token.tenant).map(\.json)
        return try PagedCollection(count: found.count, item: { found[$0] }, context: "sites").page(for: operation)
    }

    private func site(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        .json(operation.entity(try found(operation).json, of: "sites"))
    }

    private func lists(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let site = try found(operation)
        let lists = site.lists
        return try PagedCollection(count: lists.count, item: { lists[$0] }, context: "sites('\(site.id)')/lists").page(
            for: operation)
    }

    private func drive(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        .json(operation.entity(try found(operation).drive, of: "drives"))
    }

    private func found(_ operation: GraphOperation) throws(GraphErrorResponse) -> SharePointSite {
        try SharePointSite.find(operation.parameter("site"), in: operation.token.tenant)
    }
}

extension SharePointSite {
    /// - Parameter address: `root`, `host,guid,guid`, `host` or `host:/path`.
    static func find(_ address: String, in tenant: Tenant) throws(GraphErrorResponse) -> SharePointSite {
        let address = address.lowercased()
        let sites = all(in: tenant)
        if address == "root", let root = sites.first { return root }
        let host = address.prefix { $0 != "," && $0 != ":" }
        guard host == tenant.sharePointHost ?? "" else {
            throw host.contains(".") ? .otherTenancy : .noSuchSite
        }
        let path = address.dropFirst(host.count).drop { $0 == ":" || $0 == "/" }
        guard let site = sites.first(where: { address.contains(",") ? $0.id == address : $0.path == path }) else {
            throw .noSuchSite
        }
        return site
    }

    static func matching(_ word: String, in tenant: Tenant) -> [SharePointSite] {
        all(in: tenant).filter { word == "*" || $0.displayName.lowercased().contains(word.lowercased()) }
    }
}

extension GraphErrorResponse {
    static let siteDenied = GraphErrorResponse(.forbidden, code: "accessDenied", "The token does not open this site.")

    static let noSuchSite = GraphErrorResponse(
        .notFound, code: "itemNotFound", "The requested site could not be found.")

    /// A host of another tenant or outside SharePoint (microsoftgraph/microsoft-graph-docs issue 3745).
    static let otherTenancy = GraphErrorResponse(
        .badRequest, code: "invalidRequest", "Provided id has an invalid hostname for this tenancy")
}

/// A SharePoint site. Every organization has the same three.
struct SharePointSite {
    let tenant: Tenant
    let host: String
    /// The path, as in `sites/finance`; empty for the root site.
    let path: String
    let displayName: String

    /// The sites of a tenant; empty for personal accounts.
    static func all(in tenant: Tenant) -> [SharePointSite] {
        guard let host = tenant.sharePointHost else { return [] }
        return [
            SharePointSite(tenant: tenant, host: host, path: "", displayName: "\(tenant.displayName) Home"),
            SharePointSite(tenant: tenant, host: host, path: "sites/marketing", displayName: "Marketing & Ideas"),
            SharePointSite(tenant: tenant, host: host, path: "sites/finance", displayName: "Finance"),
        ]
    }

    /// The host, site collection id and site id, separated by commas.
    var id: String { "\(host),\(guid("collection")),\(guid("web"))" }

    var webURL: String { path.isEmpty ? "https://\(host)" : "https://\(host)/\(path)" }

    var json: JSON {
        var json: JSON = [
            "createdDateTime": "2017-05-02T08:00:00Z", "description": .string("Where \(displayName) is at home"),
            "id": .string(id), "lastModifiedDateTime": "2026-08-30T17:03:00Z",
            "name": .string(path.split(separator: "/").last.map(String.init) ?? ""), "webUrl": .string(webURL),
            "displayName": .string(displayName), "siteCollection": ["hostname": .string(host)],
        ]
        if path.isEmpty { json["root"] = .object([]) }
        return json
    }

    var lists: [JSON] {
        [("Documents", "documentLibrary"), ("Site Pages", "webPageLibrary"), ("Aufgaben", "genericList")]
            .map { name, template in
                [
                    "id": .string(guid("list/\(name)")), "name": .string(name), "displayName": .string(name),
                    "webUrl": .string("\(webURL)/\(URLEscaping.encode(name))"),
                    "list": ["contentTypesEnabled": false, "hidden": false, "template": .string(template)],
                ]
            }
    }

    var drive: JSON {
        [
            "id": .string("b!\(guid("drive").filter { $0 != "-" })"), "driveType": "documentLibrary",
            "name": "Documents", "webUrl": .string("\(webURL)/Shared%20Documents"),
        ]
    }

    private func guid(_ part: String) -> String { StableGUID.make("\(tenant.id)/\(path)/\(part)") }
}
