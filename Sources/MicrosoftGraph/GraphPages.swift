/// The pages of a collection in order, following `@odata.nextLink` until there is none.
///
/// An iteration throws `GraphError.pageFailed` for an error status, `.notJSON`, `.repeatedLink`, `.foreignHost`, or what
/// the transport and the token source throw. The pages before it are whole, and the iterator's `link` says where to go on.
public struct GraphPages: AsyncSequence, Sendable {
    public typealias Element = GraphPage

    let client: GraphClient
    let request: GraphRequest
    let start: String?

    /// A run of its own: two iterations fetch everything twice.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, request: request, link: start)
    }

    /// Fetches a page for each call of `next()`.
    public struct Iterator: AsyncIteratorProtocol {
        private let client: GraphClient
        private let request: GraphRequest
        /// Where the next page is: what to give to ``GraphClient/pages(_:from:)`` to go on later, also after an error.
        /// Nil before the first page, unless the iteration began at a link, and after the last.
        public private(set) var link: String?
        private var isDone = false
        /// Hashes keep the memory flat over any number of pages.
        private var followed: Set<Int> = []

        init(client: GraphClient, request: GraphRequest, link: String?) {
            self.client = client
            self.request = request
            self.link = link
        }

        /// Fetches the next page; nil behind the last. After an error it can be called again, and asks for that page again.
        public mutating func next() async throws -> GraphPage? {
            guard !isDone else { return nil }
            let target = try link.map(client.url(link:)) ?? client.url(of: request)
            guard !followed.contains(target.hashValue) else { throw repeated() }
            let page = try page(await client.send(request, to: target))
            followed.insert(target.hashValue)
            link = page.nextLink
            isDone = link == nil
            return page
        }

        private func page(_ response: GraphResponse) throws(GraphError) -> GraphPage {
            guard response.isSuccess else { throw .pageFailed(response, link: link ?? request.path) }
            guard let page = GraphPage(response.body) else { throw .notJSON(status: response.status) }
            return page
        }

        /// Nobody can go on from a link that leads back.
        private mutating func repeated() -> GraphError {
            defer { (link, isDone) = (nil, true) }
            return .repeatedLink(link ?? request.path)
        }
    }
}
