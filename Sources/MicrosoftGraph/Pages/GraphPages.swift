import HTTPTransport

extension GraphClient {
    /// The pages of a collection, each fetched when the iterator is asked for it.
    ///
    /// The request's headers go with every page, since links do not carry them.
    ///
    /// - Parameters:
    ///   - link: a next link, a delta link or the text of a ``PagePosition`` to begin with instead of the request's path,
    ///     to resume an earlier run. It is followed unchanged, and only if it is on the Graph host.
    ///   - fetchingAhead: whether the request for the next page leaves as soon as the current page has arrived, before
    ///     `next()` returns it. Use it to read every page: a caller that stops early has sent one request too many. At
    ///     most one page is ahead. The pages and errors, and the calls that give them, are the same.
    public func pages(
        _ request: GraphRequest, from link: String? = nil, fetchingAhead: Bool = false
    ) -> GraphPages {
        GraphPages(client: self, request: request, start: link, prefetches: fetchingAhead)
    }

    /// Requests a page.
    ///
    /// - Parameters:
    ///   - start: where reading begins.
    ///   - link: the link that led to the page; nil for the first one.
    fileprivate func page(_ request: GraphRequest, from start: PagePosition, link: String?) async throws -> ArrivingPage
    {
        let response = try await stream(request, from: start.link, prefetchSize: PageParts.size)
        guard GraphResponse.isSuccess(response.status) else {
            throw GraphError.pageFailed(try await GraphResponse(reading: response), link: link ?? request.path)
        }
        return ArrivingPage(response, start: start)
    }
}

/// The pages of a collection in order, following `@odata.nextLink` until there is none.
///
/// An iteration throws `GraphError.pageFailed` for an error status, `.notJSON`, `.webPage`, `.notACollection`,
/// `.malformedPage`, `.repeatedLink`, `.foreignLink`, or an error of the transport or of the token source. The items before the error are whole, and the
/// iterator's ``Iterator/link`` is the link to resume from.
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

    /// Fetches a page for each call of `next()`, or has requested it by then. A page of more than 4 MiB takes several
    /// calls.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let client: GraphClient
        private let request: GraphRequest
        private let prefetches: Bool
        /// The position to resume from. Nil before the first page, unless the iteration began at a link, and
        /// after the last page.
        private var position: PagePosition?
        private var isDone = false
        /// Hashes keep the memory flat at any number of pages.
        private var followed: Set<Int> = []
        private var prefetch: PagePrefetch?
        /// The page of which parts are missing.
        private var arriving: ArrivingPage?

        fileprivate init(pages: GraphPages) {
            client = pages.client
            request = pages.request
            position = pages.start.map { PagePosition($0) }
            prefetches = pages.prefetches
        }

        /// The position to resume from: the text of a ``PagePosition``, which
        /// ``GraphClient/pages(_:from:fetchingAhead:)`` takes to resume later, also after an error. Nil before the
        /// first page, unless the iteration began at a link, and after the last page.
        public var link: String? { position?.text }

        /// The next page or the next part of a page; nil after the last. After an error another call requests the same
        /// page again, and leaves out the items that were returned.
        public mutating func next() async throws -> GraphPage? {
            guard !isDone else { return nil }
            var page = try await currentPage()
            arriving = nil
            guard page.hasContent else {
                // Behind a link, items are missing.
                guard position == nil else { throw GraphError.notJSON(status: 204) }
                isDone = true
                return nil
            }
            let part = try await page.next()
            followed.insert(page.start.link.hashValue)
            position = part.position(after: part.itemCount)
            if part.endsPage {
                isDone = position == nil
                if prefetches { startPrefetch() }
            } else {
                arriving = page
            }
            return part
        }

        private mutating func currentPage() async throws -> ArrivingPage {
            if let arriving { return arriving }
            let start = try start()
            // A page that broke off may be requested again.
            guard start.itemsBefore > 0 || !followed.contains(start.link.hashValue) else { throw repeatedLink() }
            return try await page(from: start)
        }

        /// The place at which the next request begins, with its link as a checked URL.
        private func start() throws -> PagePosition {
            guard let position else { return PagePosition(link: try client.url(of: request)) }
            return PagePosition(link: try client.url(link: position.link), itemsBefore: position.itemsBefore)
        }

        private mutating func page(from start: PagePosition) async throws -> ArrivingPage {
            guard let prefetch else { return try await client.page(request, from: start, link: link) }
            // A failed prefetch is used up: the next call sends a request of its own.
            self.prefetch = nil
            return try await prefetch.page()
        }

        /// Sends nothing where `next()` will throw instead: to a link elsewhere, or to one that was followed already.
        private mutating func startPrefetch() {
            guard let link = position?.link, let url = try? client.url(link: link), !followed.contains(url.hashValue)
            else { return }
            prefetch = PagePrefetch { [client, request] in
                try await client.page(request, from: PagePosition(link: url), link: link)
            }
        }

        /// A link that leads back leaves nothing to resume from.
        private mutating func repeatedLink() -> GraphError {
            defer { (position, isDone) = (nil, true) }
            return .repeatedLink(position?.link ?? request.path)
        }
    }
}

/// A page whose head has arrived, and whose items are read from the network in parts.
private struct ArrivingPage: Sendable {
    /// The position of the page's first item, with the whole URL.
    let start: PagePosition
    private let status: Int
    private let headers: HTTPHeaders
    private let body: HTTPBodyStream
    private var parts = PageParts()
    private var itemCount = 0

    /// The largest document that is no collection, and the largest item of one, in bytes.
    private static let limit = 64 << 20

    /// Whether the response has a body (RFC 9110 §15.3.5).
    var hasContent: Bool { status != 204 }

    init(_ response: HTTPStreamedResponse, start: PagePosition) {
        (status, headers, body) = (response.status, response.headers, response.body)
        self.start = start
    }

    /// The next part. Not to be called after the last one.
    ///
    /// - Throws: `GraphError.notJSON`, `.webPage`, `.notACollection`, `.malformedPage`, `HTTPError`.
    mutating func next() async throws -> GraphPage {
        var pieces = body.makeAsyncIterator()
        while true {
            if let part = parts.next() { return try numbered(part) }
            guard parts.byteCount <= Self.limit else { throw HTTPError.bodyTooLarge(limit: Self.limit) }
            if let piece = try await pieces.next() {
                parts.add(piece)
            } else if let part = parts.last() {
                return try numbered(part)
            } else {
                throw problem
            }
        }
    }

    /// The reason why the page, which has come, is no JSON object.
    private var problem: GraphError {
        let response = GraphResponse(status: status, headers: headers, body: parts.remainder)
        if response.isWebPage { return .webPage(status: status) }
        let isBroken = itemCount > 0 || response.body.isEmpty || response.isMalformedJSON
        return isBroken ? .notJSON(status: status) : .notACollection
    }

    private mutating func numbered(_ part: GraphPage) throws(GraphError) -> GraphPage {
        if let member = part.malformedMember { throw .malformedPage(member: member) }
        defer { itemCount += part.itemCount }
        return part.read(from: start, after: itemCount)
    }
}

/// The request for the next page, under way while the caller uses the current one.
///
/// The task outlives the call of `next()` that starts it, so it is not a structured child. The iterator owns it instead:
/// the task is cancelled when a caller that waits for the page is cancelled, and when the iterator is released.
private final class PagePrefetch: Sendable {
    private let task: Task<ArrivingPage, any Error>

    init(_ fetch: @escaping @Sendable () async throws -> ArrivingPage) {
        task = Task(operation: fetch)
    }

    deinit {
        task.cancel()
    }

    func page() async throws -> ArrivingPage {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
