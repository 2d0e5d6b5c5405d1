import FoundationEssentials

extension GraphClient {
    /// The items of all pages, each as the JSON that the server sent.
    ///
    /// - Parameter link: as for ``pages(_:from:fetchingAhead:)``.
    public func items(_ request: GraphRequest, from link: String? = nil) -> GraphItems {
        GraphItems(pages: pages(request, from: link))
    }
}

/// The items of all pages of a collection in order, each as the JSON that the server sent.
///
/// A page is fetched when its first item is asked for. An iteration throws what ``GraphPages`` throws.
public struct GraphItems: AsyncSequence, Sendable {
    public typealias Element = Data

    fileprivate let pages: GraphPages

    /// Each iteration fetches all pages again.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Fetches a page whenever the items of the last one are used up.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: GraphPages.Iterator
        private var page: GraphPage?
        private var index = 0

        fileprivate init(pages: GraphPages.Iterator) {
            self.pages = pages
        }

        /// The next item; nil after the last.
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
