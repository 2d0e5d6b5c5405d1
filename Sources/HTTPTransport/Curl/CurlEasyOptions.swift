import CCurl

extension CurlEasy {
    /// The options that all requests of a client have in common.
    func configure(_ settings: ConnectionSettings) throws(HTTPError) {
        // The same reading of the URL as `CurlURL` made when the request was checked.
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // Signals belong to the program; libcurl would use SIGALRM for name lookups.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_ACCEPT_ENCODING, "")
        // A page of Graph in one or two pieces instead of many.
        try set(CURLOPT_BUFFERSIZE, 64 << 10)
        // A proxy's answer to CONNECT is not the server's.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_USERAGENT, settings.userAgent)
        try setTrust(settings)
        try setCallbacks()
    }

    /// The options that are a checked request's own. Each is set for each request, so none is left from the last one.
    func prepare(
        _ order: TransferOrder, settings: ConnectionSettings, authorities: CertificateAuthorities, uploadSize: Int?
    ) throws(HTTPError) {
        try set(CURLOPT_URL, order.request.url)
        try set(CURLOPT_PROTOCOLS_STR, order.origin.scheme)
        // One connection that many requests share, rather than a handshake for each of a burst. Without TLS it is never
        // HTTP/2, and libcurl would let all wait for the first answer to find out.
        try set(CURLOPT_PIPEWAIT, order.origin.scheme == "https" ? 1 : 0)
        let proxy = settings.proxy(for: order.origin)
        try set(CURLOPT_PROXY, proxy.url)
        try set(CURLOPT_NOPROXY, proxy.except)
        try set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(order.request.timeouts.connect))
        try trust(authorities)
        try setMethod(order.request.method, uploadSize: uploadSize)
        try set(headerLines: headerLines(order.request.headers))
    }

    /// Verification is libcurl's default; it is spelt out so that no build of libcurl can have another.
    private func setTrust(_ settings: ConnectionSettings) throws(HTTPError) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let directory = settings.certificateDirectory { try set(CURLOPT_CAPATH, directory) }
    }

    func trust(_ authorities: CertificateAuthorities) throws(HTTPError) {
        try set(CURLOPT_CAINFO, authorities.isDirectoryAskedAlone ? nil : authorities.file)
    }

    /// A body goes through libcurl's upload, whatever the method: unlike a POST it brings no `Content-Type` of its own.
    private func setMethod(_ method: String, uploadSize: Int?) throws(HTTPError) {
        // Takes an upload and a missing body back.
        try set(CURLOPT_HTTPGET, 1)
        try set(CURLOPT_CUSTOMREQUEST, method == "HEAD" ? nil : method)
        if method == "HEAD" {
            try set(CURLOPT_NOBODY, 1)
        } else if let uploadSize {
            try set(CURLOPT_UPLOAD, 1)
            try set(CURLOPT_INFILESIZE_LARGE, offset: uploadSize)
        }
    }

    /// `Expect: 100-continue`, which libcurl adds to large bodies, costs a second where servers do not answer it.
    private func headerLines(_ headers: HTTPHeaders) -> [String] {
        ["Expect:"]
            + headers.map { field in
                let value =
                    switch field.value {
                    case .text(let text): text
                    case .secret(let secret): secret.expose()
                    }
                // libcurl takes `Name:` for "do not send", and `Name;` for an empty value.
                return value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"
            }
    }

    /// At least one: zero stands for "no limit".
    private func milliseconds(_ duration: Duration) -> Int {
        max(1, Int(min(duration, .seconds(2_000_000)) / .milliseconds(1)))
    }
}
