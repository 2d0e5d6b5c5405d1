import Foundation

/// All pages of a collection as one document: the first page's members in their order, every item in `value`, no
/// `@odata.nextLink`, and what only the last page has, such as `@odata.deltaLink`.
public struct JoinedPages {
    private var first: [GraphPage.Member] = []
    private var last: [GraphPage.Member] = []
    private var items = Data()
    public private(set) var itemCount = 0
    public private(set) var pageCount = 0

    public init() {}

    /// - Throws: `GraphError.notACollection` for a document without a `value` array.
    public mutating func append(_ page: GraphPage) throws(GraphError) {
        guard page.isCollection else { throw .notACollection }
        if pageCount == 0 { first = page.members }
        last = page.members
        pageCount += 1
        for item in page.items {
            if itemCount > 0 { items.append(contentsOf: Array(",".utf8)) }
            items.append(item)
            itemCount += 1
        }
    }

    public var document: Data {
        let known = Set(first.map(\.name))
        let members = (first + last.filter { !known.contains($0.name) }).filter { $0.name != "@odata.nextLink" }
        var document = Data("{".utf8)
        for (index, member) in members.enumerated() {
            if index > 0 { document.append(contentsOf: Array(",".utf8)) }
            if member.name == "value" {
                document.append(contentsOf: Array("\"value\":[".utf8))
                document.append(items)
                document.append(contentsOf: Array("]".utf8))
            } else {
                document.append(member.text)
            }
        }
        document.append(contentsOf: Array("}".utf8))
        return document
    }
}
