import HTTPTransport

extension GraphClient {
    /// The pages of a collection, each fetched when the iterator is asked for it.
    ///
    /// The request's headers go with every page, since links do not carry them.
    ///
    /// - Parameters:
    ///   - link: a next link or delta link to begin with instead of the request's path, to resume an earlier run.
    ///     It is followed unchanged, and only if it is on the Graph host.
    ///   - fetchingAhead: whether the request for the next page leaves as soon as the current page has arrived, before
    ///     `next()` returns it. Use it to read every page: a caller that stops early has sent one request too many. At
    ///     most one page is ahead. The pages and errors, and the calls that give them, are the same.
    public func pages(
        _ request: GraphRequest, from link: String? = nil, fetchingAhead: Bool = false
    ) -> GraphPages {
        GraphPages(client: self, request: request, start: link, prefetches: fetchingAhead)
    }

    /// - Parameters:
    ///   - url: the whole URL of the page.
    ///   - link: the link that led to it; nil for the first page.
    fileprivate func page(_ request: GraphRequest, at url: String, link: String?) async throws -> GraphPage {
        let response = try await send(request, to: url)
        guard response.isSuccess else { throw GraphError.pageFailed(response, link: link ?? request.path) }
        guard let page = GraphPage(response.body) else { throw GraphError.notJSON(status: response.status) }
        return page
    }
}

/// The pages of a collection in order, following `@odata.nextLink` until there is none.
///
/// An iteration throws `GraphError.pageFailed` for an error status, `.notJSON`, `.repeatedLink`, `.foreignHost`, or an
/// error of the transport or of the token source. The pages before the error are whole, and the iterator's
/// ``Iterator/link`` is the link to resume from.
public struct GraphPages: AsyncSequence, Sendable {
    public typealias Element = GraphPage

    fileprivate let client: GraphClient
    fileprivate let request: GraphRequest
    fileprivate let start: String?
    fileprivate let prefetches: Bool

    /// Each iteration fetches all pages again.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: self)
    }

    /// Fetches a page for each call of `next()`, or has requested it by then.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let client: GraphClient
        private let request: GraphRequest
        private let prefetches: Bool
        /// The link to the next page, which ``GraphClient/pages(_:from:fetchingAhead:)`` takes to resume later, also after
        /// an error. Nil before the first page, unless the iteration began at a link, and after the last page.
        public private(set) var link: String?
        private var isDone = false
        /// Hashes keep the memory flat at any number of pages.
        private var followed: Set<Int> = []
        private var prefetch: PagePrefetch?

        fileprivate init(pages: GraphPages) {
            client = pages.client
            request = pages.request
            link = pages.start
            prefetches = pages.prefetches
        }

        /// The next page; nil after the last. After an error another call requests the same page again.
        public mutating func next() async throws -> GraphPage? {
            guard !isDone else { return nil }
            let url = try url()
            guard !followed.contains(url.hashValue) else { throw repeatedLink() }
            let page = try await page(at: url)
            followed.insert(url.hashValue)
            link = page.nextLink
            isDone = link == nil
            if prefetches { startPrefetch() }
            return page
        }

        private func url() throws(GraphError) -> String {
            if let link { try client.url(link: link) } else { try client.url(of: request) }
        }

        private mutating func page(at url: String) async throws -> GraphPage {
            guard let prefetch else { return try await client.page(request, at: url, link: link) }
            // A failed prefetch is used up: the next call sends a request of its own.
            self.prefetch = nil
            return try await prefetch.page()
        }

        /// Sends nothing where `next()` will throw instead: to a link elsewhere, or to one that was followed already.
        private mutating func startPrefetch() {
            guard let link, let url = try? client.url(link: link), !followed.contains(url.hashValue) else { return }
            prefetch = PagePrefetch { [client, request] in try await client.page(request, at: url, link: link) }
        }

        /// A link that leads back leaves nothing to resume from.
        private mutating func repeatedLink() -> GraphError {
            defer { (link, isDone) = (nil, true) }
            return .repeatedLink(link ?? request.path)
        }
    }
}

/// The request for the next page, under way while the caller uses the current one.
///
/// The task outlives the call of `next()` that starts it, so it is not a structured child. The iterator owns it instead:
/// the task is cancelled when a caller that waits for the page is cancelled, and when the iterator is released.
private final class PagePrefetch: Sendable {
    private let task: Task<GraphPage, any Error>

    init(_ fetch: @escaping @Sendable () async throws -> GraphPage) {
        task = Task(operation: fetch)
    }

    deinit {
        task.cancel()
    }

    func page() async throws -> GraphPage {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
