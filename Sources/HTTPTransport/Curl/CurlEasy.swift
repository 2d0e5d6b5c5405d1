import CCurl
import Glibc

/// Owns an easy handle, libcurl's object for one transfer, and the list of header lines that libcurl reads during it.
final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    private var headerLines: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    init(_ settings: ConnectionSettings) throws(HTTPError) {
        guard let handle = ccurl_easy_init() else { throw .libraryFailed(reason: "out of memory") }
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

    /// - Parameter value: nil clears the option.
    func set(_ option: CURLoption, _ value: String?) throws(HTTPError) {
        // Passing the string itself would copy it twice.
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
                throw .libraryFailed(reason: "out of memory")
            }
            headerLines = longer
        }
        try Self.check(ccurl_easy_set_list(handle, CURLOPT_HTTPHEADER, headerLines))
    }

    /// Removes the headers of the last request, which hold its secrets, so that the handle can be kept for another one.
    func reset() {
        _ = ccurl_easy_set_list(handle, CURLOPT_HTTPHEADER, nil)
        ccurl_list_free(headerLines)
        headerLines = nil
        errorText[0] = 0
    }

    /// Continues a paused transfer. libcurl may deliver the bytes that it held back before this returns.
    func unpause() {
        _ = ccurl_easy_pause(handle, CURLPAUSE_CONT)
    }

    /// Whether a connection was made, so that the request was about to be sent.
    var wasConnected: Bool {
        ccurl_easy_get_offset(handle, CURLINFO_PRETRANSFER_TIME_T) > 0
    }

    /// The status with which a proxy refused to connect to the host; nil where none did.
    var proxyRefusal: Int? {
        let status = ccurl_easy_get_long(handle, CURLINFO_HTTP_CONNECTCODE)
        return status > 0 && !(200..<300).contains(status) ? status : nil
    }

    /// The TLS library's number for what is wrong with the server's certificate chain. At most 1 if nothing is.
    var verifyResult: Int { ccurl_easy_get_long(handle, CURLINFO_SSL_VERIFYRESULT) }

    /// libcurl's description of an error, which may quote the server.
    func reason(for code: CURLcode) -> String {
        let detail = String(cString: errorText)
        if code == CURLE_COULDNT_CONNECT, let reason = refusal(detail) { return reason }
        return (detail.isEmpty ? String(cString: ccurl_easy_strerror(code)) : detail).escapingControlCharacters()
    }

    /// The system's reason and the place, out of "Failed to connect to HOST port PORT after 0 ms: …". The host is the
    /// proxy's where there is one.
    private func refusal(_ detail: String) -> String? {
        let code = ccurl_easy_get_long(handle, CURLINFO_OS_ERRNO)
        let words = detail.split(separator: " ")
        guard code > 0, words.count > 6, words[5] == "port" else { return nil }
        return "\(String(cString: strerror(Int32(code)))) (\(words[4]) port \(words[6]))".escapingControlCharacters()
    }

    /// An option fails only where libcurl was built without the feature, and then no request is safe to send.
    private static func check(_ code: CURLcode) throws(HTTPError) {
        guard code != CURLE_OK else { return }
        throw .libraryMissing(reason: String(cString: ccurl_easy_strerror(code)))
    }
}
