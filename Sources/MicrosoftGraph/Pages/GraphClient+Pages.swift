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

    /// The items of all pages, as the JSON that the server sent.
    ///
    /// - Parameter link: as for ``pages(_:from:fetchingAhead:)``.
    public func items(_ request: GraphRequest, from link: String? = nil) -> GraphItems {
        GraphItems(pages: pages(request, from: link))
    }

    /// A link that the server sent.
    func url(link: String) throws(GraphError) -> String {
        try url.url(link: link)
    }

    /// Whether a link is on Graph itself, where the token may go.
    func isOwn(_ link: String) -> Bool {
        (try? url.url(link: link)) != nil
    }
}
