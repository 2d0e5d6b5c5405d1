import CCurl

extension CurlEasy {
    /// Sets the options that all requests of a client have in common.
    func configure(_ settings: ConnectionSettings) throws(HTTPError) {
        // The URL is parsed as `CurlURL` parsed it when the request was validated.
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // Signals belong to the program; libcurl would use SIGALRM for name lookups.
        try set(CURLOPT_NOSIGNAL, 1)
        // While a server works on a response, only probes tell a connection that is dead.
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_TCP_KEEPIDLE, 15)
        try set(CURLOPT_TCP_KEEPINTVL, 5)
        // A page of Microsoft Graph arrives in one or two pieces instead of many.
        try set(CURLOPT_BUFFERSIZE, 64 << 10)
        // A proxy's response to CONNECT is not the server's.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_USERAGENT, settings.userAgent)
        try verifyCertificates()
        try setCallbacks()
    }

    /// Sets the options of one request. Each is set for every request, so that none is left from the last one.
    func prepare(
        _ prepared: PreparedRequest, settings: ConnectionSettings, authorities: CertificateAuthorities, uploadSize: Int?
    ) throws(HTTPError) {
        try set(CURLOPT_URL, prepared.request.url)
        try set(CURLOPT_PROTOCOLS_STR, prepared.origin.scheme)
        // A burst of requests shares one HTTP/2 connection, instead of a handshake for each. Without TLS a connection is
        // never HTTP/2, and libcurl would let all wait for the first response to find that out.
        try set(CURLOPT_PIPEWAIT, prepared.origin.scheme == "https" ? 1 : 0)
        let proxy = settings.proxy(for: prepared.origin)
        try set(CURLOPT_PROXY, proxy.url)
        try set(CURLOPT_NOPROXY, proxy.except)
        try set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(prepared.request.timeouts.connect))
        try trust(authorities)
        try present(prepared.request.clientCertificate)
        try setMethod(prepared.request.method, uploadSize: uploadSize)
        // Where there is no body to seek in, libcurl sends a request again unasked, but only on a connection that it reuses.
        let isRepeatable = prepared.request.isIdempotent || uploadSize ?? 0 > 0
        try set(CURLOPT_FRESH_CONNECT, isRepeatable ? 0 : 1)
        try set(headerLines: headerLines(prepared.request.headers))
    }

    /// Verification is libcurl's default. Setting it explicitly keeps a differently built libcurl from skipping it.
    private func verifyCertificates() throws(HTTPError) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    }

    /// Both options are always set, to nil for none: one that was never set means the system's authorities.
    func trust(_ authorities: CertificateAuthorities) throws(HTTPError) {
        try set(CURLOPT_CAPATH, authorities.directory)
        try set(CURLOPT_CAINFO, authorities.usesDirectoryOnly ? nil : authorities.file)
    }

    /// - Parameter certificate: the path of a PEM file with the certificate and the key; nil for none.
    private func present(_ certificate: String?) throws(HTTPError) {
        try set(CURLOPT_SSLCERT, certificate)
        try set(CURLOPT_SSLKEY, certificate)
        // Without a passphrase OpenSSL would ask for that of an encrypted key on the terminal.
        try set(CURLOPT_KEYPASSWD, certificate.map { _ in "" })
    }

    /// A body is libcurl's upload for every method, because libcurl's POST adds a `Content-Type` of its own.
    ///
    /// A method that defines a meaning for content announces an empty body as well (RFC 9110 §8.6): servers respond to a
    /// POST without a length with 411.
    private func setMethod(_ method: String, uploadSize: Int?) throws(HTTPError) {
        // Resets CURLOPT_UPLOAD and CURLOPT_NOBODY.
        try set(CURLOPT_HTTPGET, 1)
        try set(CURLOPT_CUSTOMREQUEST, method == "HEAD" ? nil : method)
        if method == "HEAD" {
            try set(CURLOPT_NOBODY, 1)
        } else if let size = uploadSize ?? (Self.methodsWithContent.contains(method) ? 0 : nil) {
            try set(CURLOPT_UPLOAD, 1)
            try set(CURLOPT_INFILESIZE_LARGE, offset: size)
        }
    }

    private static let methodsWithContent: Set<String> = ["POST", "PUT", "PATCH"]

    /// Suppresses `Expect: 100-continue`, which libcurl adds to large bodies: it costs a second where servers ignore it.
    ///
    /// Compression is not requested together with a range: that would be a range of the compressed bytes.
    private func headerLines(_ headers: HTTPHeaders) -> [String] {
        let isCompressible = !headers.contains("Accept-Encoding") && !headers.contains("Range")
        return ["Expect:"] + (isCompressible && GzipDecoder.isAvailable ? ["Accept-Encoding: gzip"] : [])
            + headers.map { field in
                let value =
                    switch field.value {
                    case .text(let text): text
                    case .secret(let secret): secret.expose()
                    }
                // To libcurl, `Name:` with nothing but white space after it means "do not send", and `Name;` an empty value.
                return value.utf8.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) })
                    ? "\(field.name);" : "\(field.name): \(value)"
            }
    }

    /// At least 1: to libcurl, 0 means no limit.
    private func milliseconds(_ duration: Duration) -> Int {
        max(1, Int(min(duration, .seconds(2_000_000)) / .milliseconds(1)))
    }
}
