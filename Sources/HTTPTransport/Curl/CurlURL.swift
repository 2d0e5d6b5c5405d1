import CCurl

/// Owns a URL parsed by libcurl, exactly as a transfer parses it.
final class CurlURL {
    private let handle: OpaquePointer

    /// Parses an absolute http or https URL. The bytes of the path are unchanged.
    init(_ text: String) throws(HTTPError) {
        try Self.checkCharacters(text)
        try CurlMulti.loadLibrary()
        guard let handle = ccurl_url_new() else { throw .libraryFailed(reason: "out of memory") }
        self.handle = handle
        // As in a transfer: dot segments are left for the server to interpret.
        try set(text, flags: CURLU_PATH_AS_IS)
    }

    deinit {
        ccurl_url_free(handle)
    }

    /// Scheme, host and port as a transfer will use them.
    func origin() throws(HTTPError) -> HTTPOrigin {
        guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https" else {
            throw .unsupportedURL("the URL is neither https nor http")
        }
        // An international name could be mapped to another one after validation; its ASCII form cannot.
        guard let host = part(CURLUPART_HOST), !host.isEmpty, host.utf8.allSatisfy({ (0x21..<0x7f).contains($0) })
        else {
            throw .unsupportedURL("the host is not ASCII")
        }
        guard let text = part(CURLUPART_PORT, flags: CURLU_DEFAULT_PORT), let port = Int(text) else {
            throw .unsupportedURL("the port is not a number")
        }
        return HTTPOrigin(scheme: scheme, host: host.lowercased(), port: port)
    }

    /// The URL that a reference means relative to this one (RFC 3986 §5.2).
    func resolving(_ reference: String) throws(HTTPError) -> String {
        // An absolute reference is returned unchanged: reassembling it could change it.
        if (try? CurlURL(reference)) != nil { return reference }
        try Self.checkCharacters(reference)
        try set(reference, flags: 0)
        guard let url = part(CURLUPART_URL) else { throw .unsupportedURL("the URL cannot be resolved") }
        return url
    }

    private func set(_ text: String, flags: Int32) throws(HTTPError) {
        switch ccurl_url_set(handle, CURLUPART_URL, text, UInt32(flags | CURLU_DISALLOW_USER)) {
        case CURLUE_OK: return
        case CURLUE_USER_NOT_ALLOWED: throw .unsupportedURL("the URL contains a user name or a password")
        case CURLUE_UNSUPPORTED_SCHEME: throw .unsupportedURL("the URL is neither https nor http")
        default: throw .unsupportedURL("the URL is not absolute")
        }
    }

    private func part(_ part: CURLUPart, flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard ccurl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
        defer { ccurl_free(text) }
        return String(cString: text)
    }

    /// A NUL ends the URL early for C, a space or a line break for the server.
    private static func checkCharacters(_ text: String) throws(HTTPError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
            throw .unsupportedURL("the URL contains a space or a control character")
        }
    }
}
