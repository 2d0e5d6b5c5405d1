/// Proxies and certificate authorities, read from an environment instead of the process's own, so that the one who makes
/// a client decides what it sees.
struct ConnectionSettings: Sendable {
    var userAgent: String
    /// A file of trusted certificates instead of the system's. `CURL_CA_BUNDLE` is read by the command `curl` only, so
    /// the library has to be told.
    var certificateFile: String?
    var certificateDirectory: String?
    private var proxy: String
    private var unproxiedHosts: String

    init(environment: Environment, userAgent: String) {
        func first(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        self.userAgent = userAgent
        certificateFile = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
        certificateDirectory = first("SSL_CERT_DIR")
        // Only https leaves this machine, so http_proxy never applies.
        proxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY") ?? ""
        unproxiedHosts = first("no_proxy", "NO_PROXY") ?? ""
    }

    /// The proxy's host and port. Who passes it stays out: the name is for sentences.
    var proxyName: String {
        let place = proxy.split(separator: "@").last ?? ""
        let name = place.firstRange(of: "://").map { place[$0.upperBound...] } ?? place
        return String(name.prefix { $0 != "/" }).escapingControlCharacters()
    }

    /// libcurl's words, which quote a proxy's URL that it cannot read, and not always to the end.
    func redacting(_ reason: String) -> String {
        guard proxy.contains("@"),
            let quoted = reason.firstRange(of: proxy.prefix(12).escapingControlCharacters())
        else { return reason }
        return "\(reason[..<quoted.lowerBound])\(proxyName)"
    }

    /// The proxy for an origin and the hosts that need none, in libcurl's words. An empty proxy means none at all, and
    /// both are always given to libcurl, which would ask the process's environment otherwise.
    func proxy(for origin: HTTPOrigin) -> (url: String, except: String) {
        origin.isLoopback || origin.isLinkLocal ? ("", "*") : (proxy, unproxiedHosts)
    }
}
