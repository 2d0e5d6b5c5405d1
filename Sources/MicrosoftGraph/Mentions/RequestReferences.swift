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
