import CCurl

/// Translates an error of libcurl into an ``HTTPError``.
struct CurlFailure {
    var code: CURLcode
    var host: String
    /// libcurl's description.
    var reason: String
    /// The progress of the transfer when it failed.
    var stage: Stage
    /// The TLS library's number for what is wrong with the server's certificates. At most 1 if nothing is.
    var verifyResult: Int
    /// The file or the folder of the trusted authorities.
    var authorities: String
    /// The file of the client's certificate; nil for none.
    var clientCertificate: String?

    enum Stage { case connecting, header, body }

    var error: HTTPError {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .cannotResolve(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY: .cannotConnect(host: host, reason: reason)
        case CURLE_URL_MALFORMAT: .unsupportedURL("libcurl cannot parse the URL")
        case CURLE_PEER_FAILED_VERIFICATION: .untrustedCertificate(host: host, certificateProblem)
        case CURLE_SSL_CACERT_BADFILE: .unreadableAuthorities(path: authorities)
        case CURLE_SSL_CERTPROBLEM:
            .clientCertificate(path: clientCertificate ?? "", .unusable(reason: reason))
        case _ where isAlertAboutClientCertificate:
            .clientCertificateRefused(host: host, path: clientCertificate)
        case _ where isTLS: .tls(host: host, reason: reason)
        case _ where isMalformed: .malformedResponse(host: host, reason: reason)
        case CURLE_NOT_BUILT_IN: .libraryMissing(reason: reason)
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT: .libraryFailed(reason: reason)
        // Among others: libcurl reports a proxy that refuses the tunnel as a "receive error".
        default:
            stage == .connecting
                ? .cannotConnect(host: host, reason: reason) : .connectionLost(host: host, reason: reason)
        }
    }

    private var isTLS: Bool {
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
            true
        default: false
        }
    }

    /// Whether the server ended the handshake because of the client's certificate, by OpenSSL's names of TLS alerts. With
    /// TLS 1.3 the alert follows the handshake and is the first thing that is read.
    private var isAlertAboutClientCertificate: Bool {
        ["certificate required", "bad certificate", "unknown ca", "certificate expired", "certificate unknown"]
            .contains { reason.contains("alert \($0)") }
    }

    /// The problem by OpenSSL's number (`X509_V_ERR_…`). libcurl compares the host itself, once the chain is valid; the
    /// number is then still the initial one.
    private var certificateProblem: ServerCertificateProblem {
        switch verifyResult {
        case 0...1 where ccurl_finds_by_hash(): .otherHost
        case 9: .notYetValid
        case 10: .expired
        default: .unknownAuthority(reason: reason)
        }
    }

    /// CURLE_UNSUPPORTED_PROTOCOL is a response without a status line, which libcurl takes for HTTP/0.9.
    private var isMalformed: Bool {
        switch code {
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING: true
        // A header line longer than libcurl's limit: "out of memory" until 8.6, CURLE_TOO_LARGE since.
        case CURLE_OUT_OF_MEMORY: stage == .header
        case CURLcode(rawValue: 100): true
        default: false
        }
    }
}
