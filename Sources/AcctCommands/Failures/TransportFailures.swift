import HTTPTransport
import MicrosoftGraph

extension Failure {
    /// A failure that leaves open whether a request was carried out says so, unless the request is safe to repeat.
    init(_ error: HTTPError, of request: GraphRequest) {
        guard error.leavesOutcomeOpen, !request.isSafeToRepeat else {
            self.init(error)
            return
        }
        self.init(error, advice: Self.checkAdvice(for: request))
        command = request.placeToCheck.map { "acct graph \($0.asShellWord)" }
    }

    /// The advice on a request that must not be repeated blindly.
    static func checkAdvice(for request: GraphRequest) -> String {
        "\(request.method) \(request.path) may have been carried out: look at the result before you send it again."
    }

    init(_ error: HTTPError) {
        self.init(error, advice: nil)
    }

    /// - Parameter advice: on a request whose outcome is open; nil where it may be repeated.
    private init(_ error: HTTPError, advice: String?) {
        switch error {
        case .unsupportedURL(let reason):
            self.init(.usage, "The URL cannot be used: \(reason).")
        case .invalidRequest(let reason):
            self.init(.usage, "The request is not valid: \(reason).")
        case .insecureURL(let host):
            self.init(
                .policy, "Nothing was sent to \(host): plain http is allowed for this machine only. Use https.")
        case .unreadableBody(let path, let reason):
            self.init(.usage, "Cannot read \(path): \(reason).")
        case .cannotResolve(let host):
            self.init(.network, "The host \(host) cannot be resolved. Check the network and the spelling of the host.")
        case .cannotConnect(let host, let reason):
            self.init(.network, "Cannot connect to \(host): \(reason). Check the network.")
        case .proxyRefused(let host, let proxy, 407):
            self.init(
                .network,
                "The proxy \(proxy) requires a user name and a password to reach \(host). "
                    + "Set https_proxy to http://USER:PASSWORD@\(proxy), or add the host to no_proxy.")
        case .proxyRefused(let host, let proxy, let status):
            self.init(
                .network,
                "The proxy \(proxy) refused to connect to \(host) (status \(status)). "
                    + "Check https_proxy, or add the host to no_proxy.")
        case .timedOut, .connectionLost:
            self.init(.network, "\(error.lossSentence ?? "") \(advice ?? "Try again.")")
        case .tls(let host, let reason):
            self.init(
                .network,
                "\(host) cannot be trusted: \(reason). If your network has its own certificate authority, "
                    + "name its file in CURL_CA_BUNDLE.")
        case .bodyTooLarge(let limit):
            self.init(.failed, "The response is larger than \(limit) bytes." + (advice.map { " \($0)" } ?? ""))
        case .malformedResponse(let host, let reason):
            self.init(
                .network,
                "\(host) did not respond with valid HTTP: \(reason). \(advice ?? "A proxy may be in between.")")
        case .tooManyRedirects(let limit):
            self.init(.failed, "The server redirected more than \(limit) times.")
        case .refusedRedirect(let reason):
            self.init(.policy, "A redirect was not followed: \(reason).")
        case .cancelled:
            self.init(.cancelled, "Cancelled.")
        case .libraryMissing(let reason):
            self.init(
                .failed, "libcurl cannot be loaded (\(reason)). Install it:", command: "sudo apt-get install libcurl4")
        }
    }

    /// The system refuses even the pipe on which the program waits.
    static let noOpenFiles = Failure(
        .failed, "This process is not allowed to open files. Raise the limit and try again:", command: "ulimit -n 256")
}

extension HTTPError {
    /// The loss of a request that the server may have received, without advice; nil for other errors.
    var lossSentence: String? {
        switch self {
        case .timedOut(let host, let seconds): "\(host) did not respond within \(Int(seconds.rounded(.up))) s."
        case .connectionLost(let host, let reason): "The connection to \(host) was lost: \(reason)."
        default: nil
        }
    }

    /// Whether the server may have carried out the request.
    fileprivate var leavesOutcomeOpen: Bool {
        switch self {
        case .timedOut, .connectionLost, .malformedResponse, .bodyTooLarge: true
        default: false
        }
    }
}
