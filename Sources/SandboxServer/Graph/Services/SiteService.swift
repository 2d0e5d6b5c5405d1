import NIOHTTP1

/// SharePoint sites, by id, by host and by path; a tenant knows no other tenant's.
struct SiteService {
    var routes: [GraphRoute] {
        let read = ["Sites.Read.All"]
        let readFiles = read + ["Files.Read", "Files.ReadWrite", "Files.Read.All", "Files.ReadWrite.All"]
        return [
            GraphRoute(.GET, "sites", .workAccounts, needs: read, else: .siteDenied, handler: sites),
            GraphRoute(.GET, "sites/{site}", .workAccounts, needs: read, else: .siteDenied, handler: site),
            GraphRoute(.GET, "sites/{site}/lists", .workAccounts, needs: read, else: .siteDenied, handler: lists),
            GraphRoute(.GET, "sites/{site}/drive", .workAccounts, needs: readFiles, else: .siteDenied, handler: drive),
        ]
    }

    /// All sites, or with `search` (which has no `$` here) those whose name has the word in it.
    private func sites(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let word = (call.query["search"] ?? "*").filter { $0 != "\"" }
        let found = Site.matching(word, in: call.token.tenant).map(\.json)
        return try Listing(count: found.count, item: { found[$0] }, context: "sites").page(for: call)
    }

    private func site(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let context: JSON = ["@odata.context": call.context("sites/$entity")]
        return .json(context.merging(Selection(call.query.select, defaults: nil).apply(try found(call).json)))
    }

    private func lists(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let site = try found(call)
        let lists = site.lists
        return try Listing(count: lists.count, item: { lists[$0] }, context: "sites('\(site.id)')/lists").page(
            for: call)
    }

    private func drive(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let context: JSON = ["@odata.context": call.context("drives/$entity")]
        return .json(context.merging(try found(call).drive))
    }

    private func found(_ call: GraphCall) throws(GraphError) -> Site {
        try Site.find(call.parameter("site"), in: call.token.tenant)
    }
}

extension Site {
    /// - Parameter address: `root`, `host,guid,guid`, `host` or `host:/path`.
    static func find(_ address: String, in tenant: Tenant) throws(GraphError) -> Site {
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

    static func matching(_ word: String, in tenant: Tenant) -> [Site] {
        all(in: tenant).filter { word == "*" || $0.displayName.lowercased().contains(word.lowercased()) }
    }
}

extension GraphError {
    static let siteDenied = GraphError(.forbidden, "accessDenied", "The token does not open this site.")

    static let noSuchSite = GraphError(.notFound, "itemNotFound", "The requested site could not be found.")

    /// Another tenant's host, or none of SharePoint's at all (microsoftgraph/microsoft-graph-docs issue 3745).
    static let otherTenancy = GraphError(
        .badRequest, "invalidRequest", "Provided id has an invalid hostname for this tenancy")
}

/// A SharePoint site, the same few in every organization's tenant.
struct Site {
    let tenant: Tenant
    let host: String
    /// `sites/finance`; empty for the root site.
    let path: String
    let displayName: String

    /// None for personal accounts.
    static func all(in tenant: Tenant) -> [Site] {
        guard let host = tenant.sharePointHost else { return [] }
        return [
            Site(tenant: tenant, host: host, path: "", displayName: "\(tenant.displayName) Home"),
            Site(tenant: tenant, host: host, path: "sites/marketing", displayName: "Marketing & Ideas"),
            Site(tenant: tenant, host: host, path: "sites/finance", displayName: "Finance"),
        ]
    }

    /// The host, the site collection and the site, as Graph joins them.
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
                    "webUrl": .string("\(webURL)/\(PercentCoding.encode(name))"),
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
