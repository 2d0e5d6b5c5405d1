import Crypto
import FoundationEssentials
import NIOHTTP1

/// A collection about to be served page by page.
struct Listing {
    enum Paging {
        /// Directory objects: an opaque token.
        case skipToken
        /// Outlook and drives: a number of items.
        case skip
    }

    let count: Int
    /// Makes the item at a position; only those of one page are made.
    let item: (Int) -> JSON
    /// What stands after `$metadata#`.
    let context: String
    /// Properties of an item that is served without `$select`; nil serves all.
    var defaults: [String]?
    var paging = Paging.skip
    var defaultPage = 10
    var largestPage = 1000
    /// Whether `@odata.count` needs `ConsistencyLevel: eventual`.
    var countsEventually = false

    func page(for call: GraphCall) throws(GraphError) -> GraphAnswer {
        let query = call.query
        let top = try query.top(default: defaultPage, max: largestPage)
        let offset = try offset(query)
        let end = min(count, offset + top)
        let selection = Selection(query.select, defaults: defaults)
        var body: JSON = ["@odata.context": call.context(selection.context(context))]
        let isCounted = query.wantsCount && (!countsEventually || call.hasEventualConsistency)
        if isCounted, offset == 0 { body["@odata.count"] = .integer(count) }
        if end < count { body["@odata.nextLink"] = .string(link(to: end, call)) }
        body["value"] = .array(offset < end ? (offset..<end).map { selection.apply(item($0)) } : [])
        return .json(body)
    }

    private func offset(_ query: ODataQuery) throws(GraphError) -> Int {
        switch paging {
        case .skip: return try query.skip()
        case .skipToken:
            guard query["skip"] == nil else {
                throw GraphError(.badRequest, "Request_BadRequest", "Directory objects cannot be skipped with $skip.")
            }
            guard let text = query["skiptoken"] else { return 0 }
            return try SkipToken(text: text, listing: listing(query)).offset
        }
    }

    private func link(to offset: Int, _ call: GraphCall) -> String {
        let address = call.root + "/" + call.path.segments.map { PercentCoding.encode($0) }.joined(separator: "/")
        switch paging {
        case .skip: return "\(address)?\(call.query.link(from: "$skip", value: String(offset)))"
        case .skipToken:
            let token = SkipToken(offset: offset, listing: listing(call.query)).text
            return "\(address)?\(call.query.link(from: "$skiptoken", value: token))"
        }
    }

    private func listing(_ query: ODataQuery) -> String {
        [context, query["filter"], query["search"], query["orderby"]].map { $0 ?? "" }.joined(separator: "\n")
    }
}

/// The place in a directory listing to go on from, sealed so that nobody can make one up or mend a broken one.
struct SkipToken {
    let offset: Int

    /// The listing it belongs to: a token of another query is refused.
    private let listing: String

    private static let key = SymmetricKey(size: .bits256)

    init(offset: Int, listing: String) {
        self.offset = offset
        self.listing = listing
    }

    /// The standard base64 alphabet, whose `+`, `/` and `=` have to be escaped in a link.
    var text: String {
        let payload = Array("\(offset)|".utf8)
        return Data(Self.padded(payload + Self.seal(offset, listing))).base64EncodedString()
    }

    init(text: String, listing: String) throws(GraphError) {
        let bytes = Data(base64Encoded: text).map(Array.init) ?? []
        guard let end = bytes.firstIndex(of: UInt8(ascii: "|")),
            let offset = Int(String(decoding: bytes[..<end], as: UTF8.self)),
            Self.padded(Array(bytes[...end]) + Self.seal(offset, listing)) == bytes
        else {
            throw GraphError(
                .badRequest, "Directory_ExpiredPageToken", "This page token was not given out for this request.")
        }
        self.init(offset: offset, listing: listing)
    }

    private static func seal(_ offset: Int, _ listing: String) -> [UInt8] {
        let text = Array("\(offset)|\(listing)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: key))
    }

    /// Brings the length to one that needs `=`, so that every link holds an escape.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count % 3 == 0 ? bytes + [0xFB] : bytes
    }
}
