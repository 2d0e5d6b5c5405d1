import FoundationEssentials

/// All pages of a collection as one document, written while the pages arrive.
///
/// The document has the first page's members in their order, every item in `value`, no `@odata.nextLink`, and the members
/// that only the last page has, such as `@odata.deltaLink`. The pieces of text follow each other. Nothing of a page is
/// stored but the members outside of `value`, so memory does not grow with the number of pages.
public struct JoinedPages: Sendable {
    private var known: Set<String> = [nextLink]
    /// The members after `value` on the first page.
    private var trailing: [Data] = []
    /// The members that only the last page has.
    private var last: [Data] = []
    private var lastLink: Data?
    /// The number of items in the document so far.
    public private(set) var itemCount = 0
    /// The number of pages added so far.
    public private(set) var pageCount = 0

    /// A document without pages and without text.
    public init() {}

    /// The text that a page adds.
    ///
    /// - Parameter count: the largest number of its items to add, from the first.
    /// - Throws: `GraphError.notACollection` for a document without a `value` array.
    public mutating func text(of page: GraphPage, first count: Int = .max) throws(GraphError) -> Data {
        guard let ranges = page.itemRanges?.prefix(count) else { throw .notACollection }
        var text = pageCount == 0 ? begin(page) : Data()
        text.reserveCapacity(text.count + page.body.count)
        if itemCount > 0, !ranges.isEmpty { text.append(UInt8(ascii: ",")) }
        text.append(page.body.withUnsafeBytes { GraphPage.parts(ranges, of: $0, terminator: ",") }.dropLast())
        itemCount += ranges.count
        last = page.members.filter { !known.contains($0.name) }.map { page.bytes($0.range) }
        lastLink = page.members.last { $0.name == Self.nextLink }.map { page.bytes($0.range) }
        pageCount += 1
        return text
    }

    /// The text after the last item.
    ///
    /// - Parameter isTruncated: whether pages are missing; the document then ends with the link to the next of them.
    public func end(isTruncated: Bool = false) -> Data {
        var text = Data("]".utf8)
        for member in trailing + last + (isTruncated ? [lastLink].compactMap(\.self) : []) {
            text.append(UInt8(ascii: ","))
            text.append(member)
        }
        text.append(UInt8(ascii: "}"))
        return text
    }

    private mutating func begin(_ page: GraphPage) -> Data {
        // The last of two members with the same name counts, as for `GraphPage`.
        let value = page.members.lastIndex { $0.name == "value" } ?? 0
        var text = Data("{".utf8)
        for (index, member) in page.members.enumerated() where member.name != Self.nextLink {
            if index < value, member.name != "value" { text.append(page.bytes(member.range) + Data(",".utf8)) }
            if index > value { trailing.append(page.bytes(member.range)) }
        }
        known.formUnion(page.members.map(\.name))
        text.append(contentsOf: Array("\"value\":[".utf8))
        return text
    }

    private static let nextLink = "@odata.nextLink"
}
