import Foundation

/// What a request names in its path, its query and the body of a read, each thing once, the path's first.
public struct RequestReferences: Sendable {
    public let all: [ResourceReference]

    /// - Parameter body: of a request that has one in memory.
    public init(path: ResourcePath, body: Data? = nil) {
        let found =
            PathReferences(path).all + QueryReferences(path).all + (body.map { BodyReferences($0, of: path).all } ?? [])
        // Another tenant is looked up in one's own.
        let isAboutOthers = path.segments.first?.lowercased() == "tenantrelationships"
        var seen: Set<ResourceReference> = []
        all = isAboutOthers ? [] : found.filter { seen.insert($0).inserted }
    }

    /// The ids of things that the path addresses.
    public var ids: [String] { all.filter { $0.kind == .id }.map(\.value) }
}

/// Something that a request names and that may tell whose it is: a tenant, a user, a host, a thing with an id.
public struct ResourceReference: Hashable, Sendable {
    public let kind: Kind
    /// As it was written, unescaped.
    public let value: String
    /// Where it stands, in the request's own words: `users/dana@fabrikam.example`.
    public let place: String

    public init(_ kind: Kind, _ value: String, at place: String) {
        self.kind = kind
        self.value = value
        self.place = place
    }

    public enum Kind: Hashable, Sendable {
        /// A GUID; whether it is a tenant's, only who knows the tenants can tell.
        case guid
        case domain
        case userPrincipalName
        /// A SharePoint or OneDrive host.
        case sharePointHost
        /// The id of a message, a file, a group or whatever else.
        case id
    }
}

/// What the body names of a request that is posted and only reads: a search, a look-up of ids, a batch of reads.
///
/// Any other body is content, and whom content names says nothing about who sends it.
struct BodyReferences {
    let all: [ResourceReference]

    init(_ body: Data, of path: ResourcePath) {
        switch path.segments.map({ $0.lowercased() }) {
        case _ where body.count > BodyReferences.limit: all = []
        case ["$batch"]: all = BodyReferences.reads(in: body).flatMap { RequestReferences(path: ResourcePath($0)).all }
        case ["search", "query"], ["directoryobjects", "getbyids"], ["users", "getbyids"], ["groups", "getbyids"]:
            all = TextReferences(String(decoding: body, as: UTF8.self), in: "the body").all
        default: all = []
        }
    }

    /// More than any batch needs.
    private static let limit = 1 << 20

    /// The URLs of a `$batch` in which nothing but reads stands.
    private static func reads(in body: Data) -> [String] {
        struct Batch: Decodable { let requests: [Part] }
        struct Part: Decodable { let method, url: String }
        guard let batch = try? JSONDecoder().decode(Batch.self, from: body),
            batch.requests.allSatisfy({ ["GET", "HEAD"].contains($0.method.uppercased()) })
        else { return [] }
        // A batch in a batch is none.
        return batch.requests.map(\.url).filter { ResourcePath($0).segments.first?.lowercased() != "$batch" }
    }
}
