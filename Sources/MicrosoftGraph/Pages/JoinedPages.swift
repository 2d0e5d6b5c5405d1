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
    /// The number of items in the document so far.
    public private(set) var itemCount = 0
    /// The number of pages added so far, the one that is incomplete included.
    public private(set) var pageCount = 0

    /// A document without pages and without text.
    public init() {}

    /// The text that a page or a part of a page adds.
    ///
    /// - Parameter count: the largest number of its items to add, from the first.
    /// - Throws: `GraphError.notACollection` for a document without a `value` array.
    public mutating func text(of page: GraphPage, first count: Int = .max) throws(GraphError) -> Data {
        guard let ranges = page.itemRanges?.prefix(count) else { throw .notACollection }
        var text = pageCount == 0 ? Data("{".utf8) : Data()
        text.reserveCapacity(text.count + page.body.count)
        if page.beginsPage { pageCount += 1 }
        if pageCount <= 1 {
            addFirst(page, to: &text)
        } else {
            // A part of a page has the members that arrived with it.
            let members = page.members.filter { !known.contains($0.name) }.map { page.bytes($0.range) }
            last = page.beginsPage ? members : last + members
        }
        if itemCount > 0, !ranges.isEmpty { text.append(UInt8(ascii: ",")) }
        text.append(page.body.withUnsafeBytes { GraphPage.parts(ranges, of: $0, terminator: ",") }.dropLast())
        itemCount += ranges.count
        return text
    }

    /// The text after the last item.
    ///
    /// - Parameter remainder: the text of the ``PagePosition`` of the first item that is missing; nil for a document that
    ///   is whole.
    public func end(remainderAt remainder: String? = nil) -> Data {
        var text = Data("]".utf8)
        let link = remainder.map { JSONString.quoted(Self.nextLink) + Data(":".utf8) + JSONString.quoted($0) }
        for member in trailing + last + [link].compactMap(\.self) {
            text.append(UInt8(ascii: ","))
            text.append(member)
        }
        text.append(UInt8(ascii: "}"))
        return text
    }

    /// Adds the members of the first page, or of a part of it: in front of the items, or after them.
    private mutating func addFirst(_ page: GraphPage, to text: inout Data) {
        // The last of two members with the same name counts, as for `GraphPage`.
        let value = page.members.lastIndex { $0.name == "value" } ?? (page.beginsPage ? 0 : -1)
        for (index, member) in page.members.enumerated() where member.name != Self.nextLink {
            if index < value, member.name != "value" { text.append(page.bytes(member.range) + Data(",".utf8)) }
            if index > value { trailing.append(page.bytes(member.range)) }
        }
        known.formUnion(page.members.map(\.name))
        if page.beginsPage { text.append(contentsOf: Array("\"value\":[".utf8)) }
    }

    private static let nextLink = "@odata.nextLink"
}
