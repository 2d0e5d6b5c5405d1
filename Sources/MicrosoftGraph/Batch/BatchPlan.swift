/// The division of requests into batches of at most twenty, with connected requests in one group.
///
/// Graph supports three orders within a batch: none, each request after the one before it, or all after the same one
/// (documented as "Sequencing requests with the dependsOn property"). So connected requests get a group of their own. A
/// group of more than twenty is sent as several batches, each after the one before it.
struct BatchPlan {
    static let limit = 20

    /// The batches and groups in the order in which they are sent: by the first request of each.
    let batches: [[BatchRequest]]

    /// - Parameter requests: with their ids, each once.
    init(_ requests: [BatchRequest]) throws(BatchError) {
        guard requests.contains(where: { !$0.dependsOn.isEmpty }) else {
            batches = Self.chunks(of: Array(requests.indices)).map { $0.map { requests[$0] } }
            return
        }
        let parents = try Self.parents(in: requests)
        let roots = try Self.roots(of: parents, in: requests)
        let groups = Dictionary(grouping: requests.indices) { roots[$0] }
        let connected = groups.values.filter { $0.count > 1 }
        let single = groups.values.filter { $0.count == 1 }.map { $0[0] }.sorted()
        var packed = Self.chunks(of: single)
        for group in connected { packed.append(try Self.ordered(group, parents: parents, in: requests)) }
        batches = packed.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }.map { $0.map { requests[$0] } }
    }

    /// The first of the requests, as many as a batch holds: twenty, and 4 MB of text. A request larger than that is alone.
    static func first(of requests: ArraySlice<BatchRequest>) -> [BatchRequest] {
        var size = 0
        return Array(
            requests.prefix(limit).prefix { request in
                size += request.size
                return size <= sizeLimit || size == request.size
            })
    }

    /// Somewhat less than Graph accepts, for the text around the requests.
    private static let sizeLimit = BatchLines.limit - 4096

    private static func chunks(of indices: [Int]) -> [[Int]] {
        stride(from: 0, to: indices.count, by: limit).map { Array(indices[$0..<min($0 + limit, indices.count)]) }
    }

    /// The index of the request that each request depends on.
    private static func parents(in requests: [BatchRequest]) throws(BatchError) -> [Int?] {
        let indices = Dictionary(
            requests.indices.map { (requests[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
        var parents: [Int?] = []
        for request in requests {
            for id in request.dependsOn where indices[id.lowercased()] == nil {
                throw .unknownDependency(id, request.place)
            }
            let named = Set(request.dependsOn.compactMap { indices[$0.lowercased()] })
            guard named.count <= 1 else { throw .unsupportedOrder(request.place) }
            parents.append(named.first)
        }
        return parents
    }

    /// The first request in the group of each request.
    private static func roots(of parents: [Int?], in requests: [BatchRequest]) throws(BatchError) -> [Int] {
        var roots: [Int?] = Array(repeating: nil, count: parents.count)
        for index in parents.indices {
            var walked: [Int] = []
            var seen: Set<Int> = []
            var current = index
            while roots[current] == nil, let parent = parents[current] {
                guard seen.insert(current).inserted else { throw .cycle(requests[index].place) }
                walked.append(current)
                current = parent
            }
            let root = roots[current] ?? current
            for link in walked + [current] { roots[link] = root }
        }
        return roots.compactMap(\.self)
    }

    /// A group with each request after the one that it depends on.
    private static func ordered(
        _ group: [Int], parents: [Int?], in requests: [BatchRequest]
    ) throws(BatchError) -> [Int] {
        let children = Dictionary(grouping: group.filter { parents[$0] != nil }) { parents[$0] ?? $0 }
        let root = group.first { parents[$0] == nil }
        let isChain = children.values.allSatisfy { $0.count == 1 }
        let isStar = children.count == 1
        guard let root, isChain || isStar else {
            let odd = group.first { parents[$0] != root && parents[$0] != nil } ?? group[0]
            throw .unsupportedOrder(requests[odd].place)
        }
        var order = [root]
        while order.count < group.count, let next = order.last.flatMap({ children[$0] }) { order += next }
        return order
    }
}
