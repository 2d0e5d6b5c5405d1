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
