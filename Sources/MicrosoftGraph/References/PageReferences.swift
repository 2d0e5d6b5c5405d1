import Foundation

/// What a page tells beside its content.
extension GraphPage {
    /// The ids of the first items, or of the one resource that the document is.
    public var itemIDs: [String] {
        let documents = itemRanges?.prefix(GraphPage.lessonLimit) ?? [0..<body.count]
        return body.withUnsafeBytes { body in
            let bytes = body.bindMemory(to: UInt8.self)
            return documents.compactMap { GraphPage.id(ofObjectAt: $0.lowerBound, in: bytes) }
        }.filter { $0.isGUID || $0.looksLikeAnID }
    }

    /// Read without a decoder, which takes longer for a hundred ids than the page took to arrive, and no further than to
    /// the id.
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

    /// The verified domains of a tenant, where this page has them: `/organization` and `/domains` do.
    ///
    /// - Parameter path: the request's, without version and query.
    public func verifiedDomains(of tenantID: String, at path: String) -> [String] {
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

    private static let idName = Array("\"id\"".utf8)
    private static let lessonLimit = 100
}
