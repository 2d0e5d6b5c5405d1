import HTTPTransport

/// The pages of a collection in order, following `@odata.nextLink` until there is none.
///
/// An iteration throws `GraphError.pageFailed` for an error status, `.notJSON`, `.repeatedLink`, `.foreignHost`, or what
/// the transport and the token source throw. The pages before it are whole, and the iterator's `link` says where to go on.
public struct GraphPages: AsyncSequence, Sendable {
    public typealias Element = GraphPage

    let client: GraphClient
    let request: GraphRequest
    let start: String?
    let fetchesAhead: Bool

    /// A run of its own: two iterations fetch everything twice.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, request: request, link: start, fetchesAhead: fetchesAhead)
    }

    /// Fetches a page for each call of `next()`, or has the next one under way by then.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let client: GraphClient
        private let request: GraphRequest
        private let fetchesAhead: Bool
        /// Where the next page is: what to give to ``GraphClient/pages(_:from:)`` to go on later, also after an error.
        /// Nil before the first page, unless the iteration began at a link, and after the last.
        public private(set) var link: String?
        private var isDone = false
        /// Hashes keep the memory flat over any number of pages.
        private var followed: Set<Int> = []
        /// The request for the next page, if it has left.
        private var ahead: RequestUnderWay?

        init(client: GraphClient, request: GraphRequest, link: String?, fetchesAhead: Bool) {
            self.client = client
            self.request = request
            self.link = link
            self.fetchesAhead = fetchesAhead
        }

        /// Fetches the next page; nil behind the last. After an error it can be called again, and asks for that page again.
        public mutating func next() async throws -> GraphPage? {
            guard !isDone else { return nil }
            let target = try target()
            guard !followed.contains(target.hashValue) else { throw repeated() }
            let answer = try await answer(at: target)
            let page = try page(GraphResponse(answer))
            ahead = answer.successor
            followed.insert(target.hashValue)
            link = page.nextLink
            isDone = link == nil
            return page
        }

        private func target() throws(GraphError) -> String {
            if let link { try client.url(link: link) } else { try client.url(of: request) }
        }

        /// What went ahead of a page that turned out to lead elsewhere is let go of, which ends it.
        private mutating func answer(at target: String) async throws -> HTTPResponse {
            let underWay = ahead?.request.url == target ? ahead : nil
            ahead = nil
            return try await client.answer(to: request, at: target, underWay: underWay, successor: successor)
        }

        /// Asks for the page that an answer leads to before anybody has looked at it.
        private var successor: HTTPRequest.Successor? {
            guard fetchesAhead else { return nil }
            // An id of its own for each request, unless the person gave one.
            let id = request.headers.contains("client-request-id") ? nil : GraphClient.requestID()
            return { [client, followed] sent, answer in
                guard (200..<300).contains(answer.status), let link = GraphPage.foreseenNextLink(in: answer.body),
                    let target = try? client.url(link: link), target != sent.url, !followed.contains(target.hashValue)
                else { return nil }
                var next = sent
                next.url = target
                if let id { next.headers["client-request-id"] = id }
                return next
            }
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
