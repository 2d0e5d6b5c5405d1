import CCurl

/// Owns one easy handle and the list of header lines that libcurl reads while the transfer lasts.
final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    private var headerLines: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    init(_ settings: ConnectionSettings) throws(HTTPError) {
        guard let handle = ccurl_easy_init() else { throw .libraryMissing(reason: "out of memory") }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try Self.check(ccurl_easy_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText))
        try configure(settings)
    }

    deinit {
        ccurl_easy_cleanup(handle)
        ccurl_list_free(headerLines)
        errorText.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try Self.check(ccurl_easy_set_long(handle, option, value))
    }

    func set(_ option: CURLoption, offset: Int) throws(HTTPError) {
        try Self.check(ccurl_easy_set_offset(handle, option, curl_off_t(offset)))
    }

    /// - Parameter value: nil for the option's default.
    func set(_ option: CURLoption, _ value: String?) throws(HTTPError) {
        // A string that is passed as it is, is copied twice on its way.
        let code = value?.withCString { ccurl_easy_set_string(handle, option, $0) }
        try Self.check(code ?? ccurl_easy_set_string(handle, option, nil))
    }

    func set(_ option: CURLoption, userdata: UnsafeMutableRawPointer) throws(HTTPError) {
        try Self.check(ccurl_easy_set_pointer(handle, option, userdata))
    }

    func set(_ option: CURLoption, callback: ccurl_data_callback) throws(HTTPError) {
        try Self.check(ccurl_easy_set_data_callback(handle, option, callback))
    }

    func set(seekCallback: ccurl_seek_callback) throws(HTTPError) {
        try Self.check(ccurl_easy_set_seek_callback(handle, seekCallback))
    }

    func set(headerLines lines: [String]) throws(HTTPError) {
        for line in lines {
            guard let longer = line.withCString({ ccurl_list_append(headerLines, $0) }) else {
                throw .libraryMissing(reason: "out of memory")
            }
            headerLines = longer
        }
        try Self.check(ccurl_easy_set_list(handle, CURLOPT_HTTPHEADER, headerLines))
    }

    /// Forgets the request whose transfer has ended, its secrets above all, so that another can be made.
    func rest() {
        _ = ccurl_easy_set_list(handle, CURLOPT_HTTPHEADER, nil)
        ccurl_list_free(headerLines)
        headerLines = nil
        errorText[0] = 0
    }

    /// Lets the body flow again; libcurl may hand over what it held back before this returns.
    func unpause() {
        _ = ccurl_easy_pause(handle, CURLPAUSE_CONT)
    }

    /// True once a connection stood and the request was about to be sent.
    var wasConnected: Bool {
        ccurl_easy_get_offset(handle, CURLINFO_PRETRANSFER_TIME_T) > 0
    }

    /// With which status a proxy refused to lead on; nil where none did.
    var proxyRefusal: Int? {
        let status = ccurl_easy_get_long(handle, CURLINFO_HTTP_CONNECTCODE)
        return status > 0 && !(200..<300).contains(status) ? status : nil
    }

    /// Whether the chain of the server's certificates ends with nobody who is trusted, or is otherwise no good.
    var refusedCertificates: Bool { ccurl_easy_get_long(handle, CURLINFO_SSL_VERIFYRESULT) > 0 }

    /// libcurl's sentence about what went wrong; it may quote the server.
    func reason(for code: CURLcode) -> String {
        let detail = String(cString: errorText)
        return (detail.isEmpty ? String(cString: ccurl_easy_strerror(code)) : detail).escapingControlCharacters()
    }

    /// An option fails only where libcurl was built without the feature, and then there is no safe way to go on.
    private static func check(_ code: CURLcode) throws(HTTPError) {
        guard code != CURLE_OK else { return }
        throw .libraryMissing(reason: String(cString: ccurl_easy_strerror(code)))
    }
}
