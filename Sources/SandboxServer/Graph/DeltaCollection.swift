import NIOHTTP1

/// The ids of the items of a collection that have changed, in the order of the changes.
struct ChangeLog {
    private var ids: [String] = []

    var count: Int { ids.count }

    mutating func add(_ id: String) { ids.append(id) }

    /// The ids that were changed between two counts, each once.
    func ids(from start: Int, to end: Int) -> [String] {
        var seen: Set<String> = []
        return ids[start..<end].filter { seen.insert($0).inserted }
    }
}

/// A collection of which clients can read the changes: all items in pages at first, and after the delta link what was
/// created, changed and removed since.
struct DeltaCollection {
    /// The items of the first read.
    let items: PagedCollection
    let changes: ChangeLog
    /// The `reason` of an item that is gone: directory objects can be restored.
    let removal: String
    /// The item of an id; nil for one that is gone.
    let item: (String) -> JSON?

    /// The place of a page, in the link to it.
    private struct Position {
        /// The number of changes before those that are read; nil for the read of all items.
        var start: Int?
        /// The number of changes when the first page was read: later ones are for the next delta link.
        var end: Int
        var offset = 0
        let time: Int
    }

    /// The time for which a delta link can be used; Graph's for directory objects.
    private static let lifetime = 7 * 86_400

    func page(for operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let query = operation.query
        for option in ["filter", "search", "orderby", "skip", "count"] where query[option] != nil {
            throw .unsupportedQuery("A delta query does not take $\(option) here.")
        }
        let top = try query.top(default: items.defaultPage, max: items.largestPage)
        var position = try position(operation)
        let changed = position.start.map { changes.ids(from: $0, to: position.end) }
        let range = position.offset..<max(min(changed?.count ?? items.count, position.offset + top), position.offset)
        let selection = PropertySelection(query.select.isEmpty ? [] : query.select + ["id"], defaults: items.defaults)
        let value = range.map { index in
            guard let id = changed?[index] else { return selection.apply(items.item(index)) }
            return item(id).map(selection.apply) ?? ["id": .string(id), "@removed": ["reason": .string(removal)]]
        }
        var body: JSON = ["@odata.context": operation.context(selection.context(items.context))]
        if range.upperBound < changed?.count ?? items.count {
            position.offset = range.upperBound
            body["@odata.nextLink"] = .string(link("$skiptoken", to: position, operation))
        } else {
            position.start = position.end
            position.offset = 0
            body["@odata.deltaLink"] = .string(link("$deltatoken", to: position, operation))
        }
        body["value"] = .array(value)
        return .json(body)
    }

    private func position(_ operation: GraphOperation) throws(GraphErrorResponse) -> Position {
        let now = operation.sandbox.clock.seconds
        let query = operation.query
        // A client that has the items already begins with the changes from now on.
        if query["deltatoken"] == "latest" { return Position(start: changes.count, end: changes.count, time: now) }
        guard let text = query["skiptoken"] ?? query["deltatoken"] else {
            return Position(start: nil, end: changes.count, time: now)
        }
        guard let numbers = PositionToken.numbers(in: text, listing: listing(query)), numbers.count == 4 else {
            throw .badRequest("This delta token was not given out for this request.")
        }
        guard now <= numbers[3] + Self.lifetime else {
            throw GraphErrorResponse(
                .gone, code: "syncStateNotFound", "The delta token has expired: read the collection from its beginning."
            )
        }
        // A next link goes on with the same changes, and a delta link begins with those since.
        if query["skiptoken"] == nil { return Position(start: numbers[1], end: changes.count, time: now) }
        return Position(
            start: numbers[0] < 0 ? nil : numbers[0], end: numbers[1], offset: numbers[2], time: numbers[3])
    }

    private func link(_ option: String, to position: Position, _ operation: GraphOperation) -> String {
        let path = operation.path.segments.map { URLEscaping.encode($0) }.joined(separator: "/")
        let token = PositionToken.text(
            of: [position.start ?? -1, position.end, position.offset, position.time],
            listing: listing(operation.query))
        return "\(operation.root)/\(path)?\(operation.query.link(from: option, value: token))"
    }

    private func listing(_ query: ODataQueryOptions) -> String {
        "delta\n\(items.context)\n\(query.select.joined(separator: ","))"
    }
}
