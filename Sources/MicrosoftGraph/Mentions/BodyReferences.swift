import Foundation

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
