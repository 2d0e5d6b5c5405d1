import Foundation

/// The items of all pages of a collection, one after the other, each as the JSON that the server sent.
///
/// A page is fetched when its first item is asked for. Throws what ``GraphPages`` throws.
public struct GraphItems: AsyncSequence, Sendable {
    public typealias Element = Data

    let pages: GraphPages

    /// A run of its own: two iterations fetch everything twice.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Fetches a page whenever the items of the last one are used up.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: GraphPages.Iterator
        private var page: GraphPage?
        private var index = 0

        init(pages: GraphPages.Iterator) {
            self.pages = pages
        }

        /// The next item; nil behind the last.
        ///
        /// - Throws: also `GraphError.notACollection` for a document without a `value` array.
        public mutating func next() async throws -> Data? {
            while index == page?.itemCount ?? 0 {
                guard let next = try await pages.next() else { return nil }
                guard next.isCollection else { throw GraphError.notACollection }
                (page, index) = (next, 0)
            }
            defer { index += 1 }
            return page?.item(at: index)
        }
    }
}
