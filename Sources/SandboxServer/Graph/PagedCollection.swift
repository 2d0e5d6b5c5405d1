import Crypto
import FoundationEssentials
import NIOHTTP1

/// A collection that is returned in pages.
struct PagedCollection {
    enum Paging {
        /// An opaque `$skiptoken`, for directory objects.
        case skipToken
        /// A number of items in `$skip`, for Outlook and drives.
        case skip
    }

    let count: Int
    /// Creates the item at a position. Only the items of the requested page are created.
    let item: (Int) -> JSON
    /// The fragment after `$metadata#`.
    let context: String
    /// The properties without `$select`; nil for all.
    var defaults: [String]?
    var paging = Paging.skip
    var defaultPage = 10
    var largestPage = 1000
    /// Whether `@odata.count` requires `ConsistencyLevel: eventual`.
    var countsEventually = false

    func page(for operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let query = operation.query
        let top = try query.top(default: defaultPage, max: largestPage)
        let offset = try offset(query)
        let end = min(count, offset + top)
        let selection = PropertySelection(query.select, defaults: defaults)
        var body: JSON = ["@odata.context": operation.context(selection.context(context))]
        let isCounted = query.wantsCount && (!countsEventually || operation.hasEventualConsistency)
        if isCounted, offset == 0 { body["@odata.count"] = .integer(count) }
        if end < count { body["@odata.nextLink"] = .string(link(to: end, for: operation)) }
        body["value"] = .array(offset < end ? (offset..<end).map { selection.apply(item($0)) } : [])
        return .json(body)
    }

    private func offset(_ query: ODataQueryOptions) throws(GraphErrorResponse) -> Int {
        switch paging {
        case .skip: return try query.skip()
        case .skipToken:
            guard query["skip"] == nil else {
                throw GraphErrorResponse(
                    .badRequest, code: "Request_BadRequest", "Directory objects cannot be skipped with $skip.")
            }
            guard let text = query["skiptoken"] else { return 0 }
            return try SkipToken(text: text, listing: listing(query)).offset
        }
    }

    private func link(to offset: Int, for operation: GraphOperation) -> String {
        let address =
            operation.root + "/" + operation.path.segments.map { URLEscaping.encode($0) }.joined(separator: "/")
        switch paging {
        case .skip: return "\(address)?\(operation.query.link(from: "$skip", value: String(offset)))"
        case .skipToken:
            let token = SkipToken(offset: offset, listing: listing(operation.query)).text
            return "\(address)?\(operation.query.link(from: "$skiptoken", value: token))"
        }
    }

    private func listing(_ query: ODataQueryOptions) -> String {
        [context, query["filter"], query["search"], query["orderby"]].map { $0 ?? "" }.joined(separator: "\n")
    }
}

/// The position in a directory listing.
struct SkipToken {
    let offset: Int

    /// The listing and query that the token belongs to. With another query it is rejected.
    private let listing: String

    init(offset: Int, listing: String) {
        self.offset = offset
        self.listing = listing
    }

    var text: String { PositionToken.text(of: [offset], listing: listing) }

    init(text: String, listing: String) throws(GraphErrorResponse) {
        guard let numbers = PositionToken.numbers(in: text, listing: listing), numbers.count == 1 else {
            throw GraphErrorResponse(
                .badRequest, code: "Directory_ExpiredPageToken", "This page token was not given out for this request.")
        }
        self.init(offset: numbers[0], listing: listing)
    }
}

/// The numbers that tell a position, authenticated so that clients cannot construct or repair a token.
enum PositionToken {
    private static let key = SymmetricKey(size: .bits256)

    /// Standard base64, whose `+`, `/` and `=` need escapes in a link.
    ///
    /// - Parameter listing: the listing and query that the token belongs to.
    static func text(of numbers: [Int], listing: String) -> String {
        let payload = numbers.map(String.init).joined(separator: ",")
        return Data(padded(Array("\(payload)|".utf8) + seal(payload, listing))).base64EncodedString()
    }

    /// Nil for a token of another listing, and for one that was not given out here.
    static func numbers(in text: String, listing: String) -> [Int]? {
        let bytes = Data(base64Encoded: text).map(Array.init) ?? []
        guard let end = bytes.firstIndex(of: UInt8(ascii: "|")) else { return nil }
        let payload = String(decoding: bytes[..<end], as: UTF8.self)
        guard padded(Array(bytes[...end]) + seal(payload, listing)) == bytes else { return nil }
        return payload.split(separator: ",").compactMap { Int($0) }
    }

    private static func seal(_ payload: String, _ listing: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("\(payload)|\(listing)".utf8), using: key))
    }

    /// Pads the length so that the base64 ends in `=` and every link contains an escape.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count % 3 == 0 ? bytes + [0xFB] : bytes
    }
}
