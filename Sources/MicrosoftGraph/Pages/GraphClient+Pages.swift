extension GraphClient {
    /// The pages of a collection, each fetched when it is asked for.
    ///
    /// The request's headers go with every page, since links do not carry them.
    ///
    /// - Parameters:
    ///   - link: a next link or delta link to begin with instead of the request's path, to go on where another run ended.
    ///     It is followed as it is, and only if it is on the Graph host.
    ///   - fetchingAhead: whether the request for a page leaves as soon as the page before it has come, so that it is
    ///     under way while you look at that one. For whoever wants every page: who stops early has asked for one too
    ///     many. Never more than one is ahead; what you get, and when it fails, is the same.
    public func pages(
        _ request: GraphRequest, from link: String? = nil, fetchingAhead: Bool = false
    ) -> GraphPages {
        GraphPages(client: self, request: request, start: link, fetchesAhead: fetchingAhead)
    }

    /// The items of all pages, as the JSON that the server sent.
    ///
    /// - Parameter link: as for ``pages(_:from:)``.
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
