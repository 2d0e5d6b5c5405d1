import NIOHTTP1

/// `POST /search/query`. It finds sites; other entity types have no hits.
struct SearchService {
    var routes: [GraphRoute] {
        let any = Array(Set(Self.permissions.values.flatMap { $0 }))
        return [GraphRoute(.POST, "search/query", for: .workAccounts, needs: any, handler: query)]
    }

    /// The entity types, and the permissions of which one is needed.
    private static let permissions = [
        "site": ["Sites.Read.All"], "list": ["Sites.Read.All"], "listItem": ["Sites.Read.All"],
        "driveItem": ["Files.Read.All", "Files.ReadWrite.All", "Sites.Read.All"],
        "message": ["Mail.Read", "Mail.ReadWrite"], "event": ["Calendars.Read", "Calendars.ReadWrite"],
        "chatMessage": ["Chat.Read", "Chat.ReadWrite"],
    ]

    private func query(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        guard let requests = try operation.body()["requests"]?.array, !requests.isEmpty else {
            throw .badRequest("A search needs an array of requests.")
        }
        var responses: [JSON] = []
        for request in requests { responses.append(try response(to: request, token: operation.token)) }
        return .json([
            "@odata.context": operation.context("Collection(microsoft.graph.searchResponse)"),
            "value": .array(responses),
        ])
    }

    private func response(to request: JSON, token: IssuedAccessToken) throws(GraphErrorResponse) -> JSON {
        guard let types = request["entityTypes"]?.array?.compactMap(\.string), !types.isEmpty,
            let text = request["query"]?["queryString"]?.string
        else { throw .badRequest("A search request needs entityTypes and a query with a queryString.") }
        for type in types {
            guard let permissions = Self.permissions[type] else { throw .badRequest("'\(type)' cannot be searched.") }
            guard permissions.contains(where: { token.permissions.contains($0) }) else { throw .denied }
        }
        let sites = types.contains("site") ? SharePointSite.matching(text, in: token.tenant) : []
        let hits = sites.enumerated().map { Self.hit($0.element, rank: $0.offset + 1) }
        return [
            "searchTerms": .array(text.split(separator: " ").map { .string(String($0)) }),
            "hitsContainers": [
                ["hits": .array(hits), "total": .integer(hits.count), "moreResultsAvailable": false]
            ],
        ]
    }

    private static func hit(_ site: SharePointSite, rank: Int) -> JSON {
        let type: JSON = ["@odata.type": "#microsoft.graph.site"]
        return [
            "hitId": .string(site.id), "rank": .integer(rank), "summary": .string(site.displayName),
            "resource": type.merging(site.json),
        ]
    }
}
