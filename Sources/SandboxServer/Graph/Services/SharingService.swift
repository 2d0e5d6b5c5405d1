import NIOHTTP1

/// Resolves sharing URLs of the signed-in user's tenant.
struct SharingService {
    var routes: [GraphRoute] {
        let needs = ["Files.ReadWrite", "Files.ReadWrite.All"]
        return [
            GraphRoute(.GET, "shares/{share}", needs: needs, else: .driveDenied, handler: share),
            GraphRoute(.GET, "shares/{share}/driveItem", needs: needs, else: .driveDenied, handler: item),
        ]
    }

    private func share(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (site, name) = try target(operation)
        let share: JSON = [
            "id": .string(operation.parameter("share")), "name": .string(name),
            "owner": ["user": ["displayName": .string(site.displayName)]],
        ]
        return .json(operation.entity(share, of: "shares"))
    }

    private func item(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let (site, name) = try target(operation)
        let item: JSON = [
            "id": .string("01\(StableGUID.make("\(site.id)/\(name)").filter { $0 != "-" }.uppercased())"),
            "name": .string(name), "size": 24_831, "file": ["mimeType": "application/octet-stream"],
            "sharepointIds": ["siteUrl": .string(site.webURL), "tenantId": .string(site.tenant.id)],
        ]
        return .json(operation.entity(item, of: "shares('\(operation.parameter("share"))')/driveItem"))
    }

    /// The sharing token is `u!` and the URL in base64url, as documented:
    /// `https://contoso.sharepoint.com/sites/finance/…/report.xlsx`.
    private func target(_ operation: GraphOperation) throws(GraphErrorResponse) -> (SharePointSite, name: String) {
        let share = operation.parameter("share")
        guard share.hasPrefix("u!"), let bytes = UnpaddedBase64URL.decode(share.dropFirst(2)) else { throw .badShare }
        let address = String(decoding: bytes, as: UTF8.self).prefix { $0 != "?" && $0 != "#" }
        // The URL of the root site is a prefix of all others, and it comes first.
        guard let site = SharePointSite.all(in: operation.token.tenant).last(where: { Self.holds($0, address) }) else {
            throw .noSuchShare
        }
        return (site, URLEscaping.decode(String(address.split(separator: "/").last ?? "")))
    }

    private static func holds(_ site: SharePointSite, _ address: Substring) -> Bool {
        address.lowercased().hasPrefix("\(site.webURL)/") || address.lowercased() == site.webURL
    }
}

extension GraphErrorResponse {
    static let badShare = GraphErrorResponse(.badRequest, code: "invalidRequest", "The sharing token is malformed.")

    static let noSuchShare = GraphErrorResponse(
        .notFound, code: "itemNotFound", "Nothing is shared under this address, or not with this account.")
}
