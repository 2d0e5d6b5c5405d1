import FoundationEssentials
import MicrosoftGraph

/// Formats the items of a collection. The texts of its pages and its end make up the output.
protocol CollectionFormatter: Sendable {
    /// Whether the output is one JSON document.
    var isDocument: Bool { get }

    /// The text that a page or a part of a page adds.
    ///
    /// - Parameter count: the largest number of its items to print, from the first.
    mutating func text(of page: GraphPage, first count: Int) throws -> Data

    /// The text after the last page.
    ///
    /// - Parameter remainder: the place of the first item that is missing; nil when none is.
    mutating func end(remainderAt remainder: String?) throws -> Data

    /// The whole output for a document that is no collection.
    mutating func text(ofSingle page: GraphPage) throws -> Data

    /// A remark on the output after its end; nil if there is none.
    var note: String? { get }
}

extension CollectionFormatter {
    var note: String? { nil }
}

extension JoinedPages: CollectionFormatter {
    var isDocument: Bool { true }

    mutating func text(ofSingle page: GraphPage) -> Data { page.body }
}

/// The items as lines.
struct ItemLines: CollectionFormatter {
    let isDocument = false

    func text(of page: GraphPage, first count: Int) -> Data { page.lines(first: count) }
    func text(ofSingle page: GraphPage) -> Data { page.lines() }
    func end(remainderAt remainder: String?) -> Data { Data() }
}

/// An array of the pages, each as the server sent it.
struct PageArray: CollectionFormatter {
    let isDocument = true
    private var isEmpty = true
    private var isInPage = false

    mutating func text(of page: GraphPage, first count: Int) -> Data {
        defer { (isEmpty, isInPage) = (false, !page.endsPage) }
        guard page.beginsPage else { return page.body }
        return Data((isEmpty ? "[" : ",").utf8) + page.body
    }

    mutating func text(ofSingle page: GraphPage) -> Data { Data("[".utf8) + page.body + Data("]".utf8) }

    func end(remainderAt remainder: String?) -> Data { Data((isEmpty ? "[]" : isInPage ? "]}]" : "]").utf8) }
}
