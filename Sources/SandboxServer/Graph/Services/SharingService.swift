import NIOHTTP1

/// What a sharing address stands for, as long as it lies in a site of the caller's own tenant.
struct SharingService {
    var routes: [GraphRoute] {
        let needs = ["Files.ReadWrite", "Files.ReadWrite.All"]
        return [
            GraphRoute(.GET, "shares/{share}", needs: needs, else: .driveDenied, handler: share),
            GraphRoute(.GET, "shares/{share}/driveItem", needs: needs, else: .driveDenied, handler: item),
        ]
    }

    private func share(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let (site, name) = try target(call)
        return .json([
            "@odata.context": call.context("shares/$entity"), "id": .string(call.parameter("share")),
            "name": .string(name), "owner": ["user": ["displayName": .string(site.displayName)]],
        ])
    }

    private func item(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let (site, name) = try target(call)
        return .json([
            "@odata.context": call.context("shares('\(call.parameter("share"))')/driveItem/$entity"),
            "id": .string("01\(StableGUID.make("\(site.id)/\(name)").filter { $0 != "-" }.uppercased())"),
            "name": .string(name), "size": 24_831, "file": ["mimeType": "application/octet-stream"],
            "sharepointIds": ["siteUrl": .string(site.webURL), "tenantId": .string(site.tenant.id)],
        ])
    }

    /// `u!` and the address in base64url, as documented: `https://contoso.sharepoint.com/sites/finance/…/report.xlsx`.
    private func target(_ call: GraphCall) throws(GraphError) -> (Site, name: String) {
        let share = call.parameter("share")
        guard share.hasPrefix("u!"), let bytes = Base64URL.decode(share.dropFirst(2)) else { throw .badShare }
        let address = String(decoding: bytes, as: UTF8.self).prefix { $0 != "?" && $0 != "#" }
        // The root site comes first, and its address is the beginning of every other's.
        guard let site = Site.all(in: call.token.tenant).last(where: { Self.holds($0, address) }) else {
            throw .noSuchShare
        }
        return (site, PercentCoding.decode(String(address.split(separator: "/").last ?? "")))
    }

    private static func holds(_ site: Site, _ address: Substring) -> Bool {
        address.lowercased().hasPrefix("\(site.webURL)/") || address.lowercased() == site.webURL
    }
}

extension GraphError {
    static let badShare = GraphError(.badRequest, "invalidRequest", "The sharing token is malformed.")

    static let noSuchShare = GraphError(
        .notFound, "itemNotFound", "Nothing is shared under this address, or not with this account.")
}
