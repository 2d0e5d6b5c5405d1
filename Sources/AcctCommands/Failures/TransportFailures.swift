import HTTPTransport

extension Failure {
    init(_ error: HTTPError) {
        switch error {
        case .unsupportedURL(let reason), .invalidRequest(let reason):
            self.init(.usage, "The request cannot be sent: \(reason).")
        case .insecureURL(let host):
            self.init(.policy, "\(host) would be asked over plain http; only https is used, but for loopback.")
        case .unreadableBody(let path, let reason):
            self.init(.usage, "Cannot read \(path): \(reason).")
        case .cannotResolve(let host):
            self.init(.network, "The name \(host) cannot be resolved. Check the network and the host's spelling.")
        case .cannotConnect(let host, let reason):
            self.init(.network, "Cannot connect to \(host): \(reason). Check the network.")
        case .proxyRefused(let host, let proxy, 407):
            self.init(
                .network,
                "The proxy \(proxy) wants to know who asks before it leads to \(host). "
                    + "Set https_proxy to http://USER:PASSWORD@\(proxy), or name the host in no_proxy.")
        case .proxyRefused(let host, let proxy, let status):
            self.init(
                .network,
                "The proxy \(proxy) does not lead to \(host): it answered \(status). "
                    + "Check https_proxy, or name the host in no_proxy.")
        case .timedOut(let host, let seconds):
            self.init(.network, "\(host) did not answer within \(Int(seconds.rounded(.up))) s. Try again.")
        case .tls(let host, let reason):
            self.init(
                .network,
                "\(host) cannot be trusted: \(reason). If your network has its own certificate authority, "
                    + "name its file in CURL_CA_BUNDLE.")
        case .bodyTooLarge(let limit):
            self.init(.failed, "The answer is larger than \(limit) bytes.")
        case .connectionLost(let host, let reason):
            self.init(.network, "The connection to \(host) was lost: \(reason). Try again.")
        case .malformedResponse(let host, let reason):
            self.init(.network, "\(host) did not answer in HTTP: \(reason). A proxy may stand in between.")
        case .tooManyRedirects(let limit):
            self.init(.failed, "The server redirected more than \(limit) times.")
        case .refusedRedirect(let reason):
            self.init(.policy, "The server redirected to where a request must not go: \(reason).")
        case .cancelled:
            self.init(.cancelled, "Cancelled.")
        case .libraryMissing(let reason):
            self.init(
                .failed, "libcurl cannot be loaded (\(reason)). Install it:", command: "sudo apt-get install libcurl4")
        }
    }
}

extension Failure {
    /// Not even a pipe to wait at.
    static let noOpenFiles = Failure(
        .failed, "The system lets this program open no files. Allow it some and try again:", command: "ulimit -n 256")
}
