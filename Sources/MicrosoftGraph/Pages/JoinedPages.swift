import Foundation

/// All pages of a collection as one document, written while they come: the first page's members in their order, every
/// item in `value`, no `@odata.nextLink`, and what only the last page has, such as `@odata.deltaLink`.
///
/// The pieces of text belong one behind the other. None of a page is kept but what stands outside of `value`, so memory
/// does not grow with the number of pages.
public struct JoinedPages: Sendable {
    private var known: Set<String> = [nextLink]
    /// What follows `value` on the first page.
    private var rest: [Data] = []
    /// What only the last page has.
    private var last: [Data] = []
    private var lastLink: Data?
    /// How many items the document has so far.
    public private(set) var itemCount = 0
    /// How many pages were added.
    public private(set) var pageCount = 0

    /// A document without a page, and so without any text yet.
    public init() {}

    /// The text that a page adds.
    ///
    /// - Parameter count: how many of its items are wanted, from the first.
    /// - Throws: `GraphError.notACollection` for a document without a `value` array.
    public mutating func text(of page: GraphPage, first count: Int = .max) throws(GraphError) -> Data {
        guard let ranges = page.itemRanges?.prefix(count) else { throw .notACollection }
        var text = pageCount == 0 ? begin(page) : Data()
        text.reserveCapacity(text.count + page.body.count)
        if itemCount > 0, !ranges.isEmpty { text.append(UInt8(ascii: ",")) }
        text.append(page.body.withUnsafeBytes { GraphPage.parts(ranges, of: $0, end: ",") }.dropLast())
        itemCount += ranges.count
        last = page.members.filter { !known.contains($0.name) }.map { page.bytes($0.range) }
        lastLink = page.members.last { $0.name == JoinedPages.nextLink }.map { page.bytes($0.range) }
        pageCount += 1
        return text
    }

    /// The text behind the last item.
    ///
    /// - Parameter isCut: whether pages are missing; the document then ends with the link to the next of them.
    public func end(isCut: Bool = false) -> Data {
        var text = Data("]".utf8)
        for member in rest + last + (isCut ? [lastLink].compactMap(\.self) : []) {
            text.append(UInt8(ascii: ","))
            text.append(member)
        }
        text.append(UInt8(ascii: "}"))
        return text
    }

    private mutating func begin(_ page: GraphPage) -> Data {
        // Of a name that comes twice the last one counts, as for `GraphPage`.
        let value = page.members.lastIndex { $0.name == "value" } ?? 0
        var text = Data("{".utf8)
        for (index, member) in page.members.enumerated() where member.name != JoinedPages.nextLink {
            if index < value, member.name != "value" { text.append(page.bytes(member.range) + Data(",".utf8)) }
            if index > value { rest.append(page.bytes(member.range)) }
        }
        known.formUnion(page.members.map(\.name))
        text.append(contentsOf: Array("\"value\":[".utf8))
        return text
    }

    private static let nextLink = "@odata.nextLink"
}
