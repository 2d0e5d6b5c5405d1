import Foundation

/// What a request names in its path, its query and the body of a read, each thing once, the path's first.
public struct RequestMentions: Sendable {
    public let all: [Mention]

    /// - Parameter body: of a request that has one in memory.
    public init(path: ResourcePath, body: Data? = nil) {
        let found =
            PathMentions(path).all + QueryMentions(path).all + (body.map { BodyMentions($0, of: path).all } ?? [])
        // Another tenant is looked up in one's own.
        let isAboutOthers = path.segments.first?.lowercased() == "tenantrelationships"
        var seen: Set<Mention> = []
        all = isAboutOthers ? [] : found.filter { seen.insert($0).inserted }
    }

    /// The ids of things that the path addresses.
    public var ids: [String] { all.filter { $0.kind == .id }.map(\.value) }
}
