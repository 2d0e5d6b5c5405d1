import FoundationEssentials
import HTTPTransport

/// A page of a collection, with its items as the bytes that the server sent. A page of more than 4 MiB comes in parts.
///
/// Only names and links are decoded: numbers keep their digits and objects the order of their keys.
public struct GraphPage: Sendable {
    /// The whole document as received, or this part of it: the parts of a page make up its document. A byte order mark is
    /// left out.
    public let body: Data
    /// The `@odata.nextLink`: opaque, to be followed unchanged. Nil on the last page, and on all parts of a page but the
    /// last.
    public let nextLink: String?
    /// The `@odata.deltaLink` on the last page of a delta query: its request returns the changes since then.
    public let deltaLink: String?
    /// The document's own members in order.
    let members: [Member]
    /// The name of a repeated member, or of a link of the wrong type; nil for a well-formed page.
    let malformedMember: String?
    /// The places of the items in `body`; nil when the document has no `value` array, so that it is no collection.
    private(set) var itemRanges: [Range<Int>]?
    /// Whether this is the page or its first part.
    public private(set) var beginsPage = true
    /// Whether this is the page or its last part.
    public private(set) var endsPage = true
    /// The place of the first item; nil for a document that ``GraphPages`` did not fetch.
    private var position: PagePosition?

    struct Member: Sendable {
        let name: String
        /// The place of name, colon and value in the page.
        let range: Range<Int>
    }

    /// - Parameter body: a JSON object, perhaps behind a byte order mark; the result is nil for anything else.
    public init?(_ body: Data) {
        let text = body.withoutByteOrderMark
        let found = text.withUnsafeBytes { Self.scan($0.bindMemory(to: UInt8.self)) }
        guard let found else { return nil }
        self.init(text, found)
    }

    /// - Parameters:
    ///   - isFirst: whether the part begins with the document.
    ///   - isLast: whether the part ends with the document.
    init(_ body: Data, _ contents: Contents, isFirst: Bool = true, isLast: Bool = true) {
        self.body = body
        members = contents.members
        itemRanges = contents.items
        nextLink = contents.nextLink
        deltaLink = contents.deltaLink
        malformedMember = contents.malformedMember
        (beginsPage, endsPage) = (isFirst, isLast)
    }

    /// Whether the document has a `value` array. A single resource has none, though it may have a `value` of another type.
    public var isCollection: Bool { itemRanges != nil }

    /// The number of items in `value`; 0 for a document that is no collection. An empty page may have a next link.
    public var itemCount: Int { itemRanges?.count ?? 0 }

    /// The number of items of the whole collection, from `@odata.count`, which some requests ask for.
    public var totalCount: Int? {
        guard let member = members.last(where: { $0.name == "@odata.count" }) else { return nil }
        let count = bytes(member.range).split(separator: UInt8(ascii: ":")).last
        return count.flatMap { Int(String(decoding: $0, as: UTF8.self).trimmingASCIIWhitespace()) }.flatMap {
            $0 < 0 ? nil : $0
        }
    }

    /// The items of `value`, byte for byte.
    public var items: [Data] { (itemRanges ?? []).map(bytes) }

    func item(at index: Int) -> Data? { itemRanges.map { bytes($0[index]) } }

    /// The position to resume from after the first items of the page; nil at the end of the collection.
    ///
    /// - Parameter count: at most `itemCount`.
    public func position(after count: Int) -> PagePosition? {
        if count == itemCount, endsPage { return nextLink.map { PagePosition(link: $0) } }
        return position.map { PagePosition(link: $0.link, itemsBefore: $0.itemsBefore + count) }
    }

    /// The page as fetched from a place: items before that are left out.
    ///
    /// - Parameters:
    ///   - start: where reading began in this page.
    ///   - count: the items of the page's earlier parts.
    func read(from start: PagePosition, after count: Int) -> GraphPage {
        var page = self
        let excess = min(max(start.itemsBefore - count, 0), itemCount)
        page.itemRanges?.removeFirst(excess)
        page.position = PagePosition(link: start.link, itemsBefore: count + excess)
        return page
    }

    /// A part of the page; positions count from its first byte.
    func bytes(_ range: Range<Int>) -> Data {
        body.subdata(in: body.startIndex + range.lowerBound..<body.startIndex + range.upperBound)
    }
}

extension GraphPage {
    /// The contents of a page, found without decoding its items.
    struct Contents {
        private(set) var members: [Member] = []
        var items: [Range<Int>]?
        private(set) var nextLink: String?
        private(set) var deltaLink: String?
        private(set) var malformedMember: String?
        /// The names found so far, of the members that must not be repeated: parsers disagree about which one counts.
        private var uniqueNames: Set<String> = []

        init() {}

        /// The contents of the last part of a page before it is read: only that part has the links, wherever they stand in
        /// the document.
        init(after first: Contents) {
            (nextLink, deltaLink, uniqueNames) = (first.nextLink, first.deltaLink, first.uniqueNames)
        }

        mutating func removeLinks() {
            (nextLink, deltaLink) = (nil, nil)
        }

        /// - Parameters:
        ///   - name: with its quotes.
        ///   - value: nil for a `value` array, or its beginning.
        mutating func add(
            _ name: Range<Int>, value: Range<Int>?, upTo end: Int, of bytes: UnsafeBufferPointer<UInt8>
        ) {
            let text = JSONString.text(of: bytes[name]) ?? ""
            members.append(Member(name: text, range: name.lowerBound..<end))
            guard ["value", "@odata.nextLink", "@odata.deltaLink"].contains(text) else { return }
            if !uniqueNames.insert(text).inserted { malformedMember = text }
            guard let value else { return }
            switch text {
            case "@odata.nextLink": nextLink = link(bytes[value], named: text)
            case "@odata.deltaLink": deltaLink = link(bytes[value], named: text)
            default: items = nil
            }
        }

        private mutating func link(_ value: Slice<UnsafeBufferPointer<UInt8>>, named name: String) -> String? {
            let link = JSONString.text(of: value)
            if link == nil, !value.elementsEqual("null".utf8) { malformedMember = name }
            return link
        }
    }

    private static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Contents? {
        var contents = Contents()
        var scanner = JSONScanner(bytes)
        let isObject = scanner.object { name, scanner in
            if JSONString.text(of: bytes[name]) == "value", scanner.isAtArray() {
                contents.items = scanner.array()
                contents.add(name, value: nil, upTo: scanner.position, of: bytes)
                return contents.items != nil
            }
            guard let value = scanner.value() else { return false }
            contents.add(name, value: value, upTo: scanner.position, of: bytes)
            return true
        }
        return isObject && scanner.isAtEnd() ? contents : nil
    }
}
