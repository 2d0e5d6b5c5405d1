import FoundationEssentials

/// The identifiers and domains that a page names, by which later requests for the same things can be recognized.
extension GraphPage {
    /// The ids of the first 100 items, or of the single resource that the document is.
    public var itemIDs: [String] {
        let documents = itemRanges?.prefix(100) ?? [0..<body.count]
        return body.withUnsafeBytes { body in
            let bytes = body.bindMemory(to: UInt8.self)
            return documents.compactMap { Self.id(ofObjectAt: $0.lowerBound, in: bytes) }
        }.filter { $0.isGUID || $0.looksLikeAnID }
    }

    /// Read without a decoder, which takes longer for a hundred ids than a page takes to arrive.
    private static func id(ofObjectAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var scanner = JSONScanner(bytes, from: start)
        var id: String?
        _ = scanner.object { name, scanner in
            guard let value = scanner.value() else { return false }
            guard bytes[name].elementsEqual(idName) else { return true }
            id = string(bytes[value])
            return false
        }
        return id
    }

    private static let idName = Array("\"id\"".utf8)

    /// The verified domains of a tenant, from a response to `/organization` or `/domains`; empty for any other.
    ///
    /// - Parameter path: the path of the request, without version and query.
    public func verifiedDomains(ofTenant tenantID: String, requestPath path: String) -> [String] {
        let documents = isCollection ? items : [body]
        switch ResourcePath(path).segments.first?.lowercased() {
        case "organization":
            return documents.compactMap { try? JSONDecoder().decode(Organization.self, from: $0) }
                .filter { $0.id.lowercased() == tenantID.lowercased() }.flatMap { $0.verifiedDomains.map(\.name) }
        case "domains":
            return documents.compactMap { try? JSONDecoder().decode(Domain.self, from: $0) }
                .filter { $0.isVerified == true }.map(\.id)
        default: return []
        }
    }

    private struct Organization: Decodable {
        let id: String
        let verifiedDomains: [Name]
        struct Name: Decodable { let name: String }
    }

    private struct Domain: Decodable {
        let id: String
        let isVerified: Bool?
    }
}
