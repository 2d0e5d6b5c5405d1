import CCurl

extension CurlHTTPClient {
    /// Begins to load libcurl and what it needs on a thread of its own, so that a first request that is certain to come
    /// waits for less.
    ///
    /// Nobody is told of a failure: the request tells.
    public static func loadAhead() {
        _ = DetachedThread.start { _ = ccurl_load() }
    }
}
