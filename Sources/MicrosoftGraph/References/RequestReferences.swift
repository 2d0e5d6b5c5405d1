import FoundationEssentials

/// The resources that a request names in its path, its query and the body of a read: each once, those of the path first.
public struct RequestReferences: Sendable {
    public let all: [ResourceReference]

    /// - Parameter body: the body of a request that has one in memory.
    public init(path: ResourcePath, body: Data? = nil) {
        let found =
            PathReferences(path).all + QueryReferences(path).all + (body.map { BodyReferences($0, of: path).all } ?? [])
        // `/tenantRelationships` looks other tenants up in one's own, so that none of its references is the caller's.
        let isAboutOthers = path.segments.first?.lowercased() == "tenantrelationships"
        var seen: Set<ResourceReference> = []
        all = isAboutOthers ? [] : found.filter { seen.insert($0).inserted }
    }

    /// The ids of the resources that the path addresses.
    public var ids: [String] { all.filter { $0.kind == .id }.map(\.value) }
}

/// A tenant, user, host or resource that a request names, by which the account that owns it can be found.
public struct ResourceReference: Hashable, Sendable {
    public let kind: Kind
    /// The reference as written, decoded.
    public let value: String
    /// The place in the request, as it is written there: `users/dana@fabrikam.example`.
    public let place: String

    public init(_ kind: Kind, _ value: String, at place: String) {
        self.kind = kind
        self.value = value
        self.place = place
    }

    public enum Kind: Hashable, Sendable {
        /// A GUID; only a caller that knows the tenants can tell whether it is a tenant's.
        case guid
        case domain
        case userPrincipalName
        /// A SharePoint or OneDrive host.
        case sharePointHost
        /// The id of a message, a file, a group or another resource.
        case id
    }
}

/// The references in the body of a POST that only reads: a search, a look-up of ids, a batch of reads.
///
/// Any other body is content, and names in content say nothing about the sender.
private struct BodyReferences {
    let all: [ResourceReference]

    init(_ body: Data, of path: ResourcePath) {
        switch path.segments.map({ $0.lowercased() }) {
        case _ where body.count > Self.sizeLimit: all = []
        case ["$batch"]: all = Self.reads(inBatch: body).flatMap { RequestReferences(path: ResourcePath($0)).all }
        case ["search", "query"], ["directoryobjects", "getbyids"], ["users", "getbyids"], ["groups", "getbyids"]:
            all = TextReferences(String(decoding: body, as: UTF8.self), in: "the body").all
        default: all = []
        }
    }

    /// Larger than any batch.
    private static let sizeLimit = 1 << 20

    /// The URLs of a `$batch` that only reads; empty for any other.
    private static func reads(inBatch body: Data) -> [String] {
        struct Batch: Decodable { let requests: [Part] }
        struct Part: Decodable { let method, url: String }
        guard let batch = try? JSONDecoder().decode(Batch.self, from: body),
            batch.requests.allSatisfy({ ["GET", "HEAD"].contains($0.method.uppercased()) })
        else { return [] }
        // A batch cannot hold a batch.
        return batch.requests.map(\.url).filter { ResourcePath($0).segments.first?.lowercased() != "$batch" }
    }
}
