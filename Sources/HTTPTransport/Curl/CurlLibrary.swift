import CCurl

/// The system's libcurl, opened by the first request and not by the start of the program.
enum CurlLibrary {
    static func load() throws(HTTPError) {
        guard let reason = ccurl_load() else { return }
        throw .libraryMissing(reason: String(cString: reason))
    }
}
