import AccountProfiles
import HTTPTransport
import MicrosoftGraph

extension Failure {
    /// A failure that leaves open whether a request was carried out says so, unless the request is safe to repeat.
    ///
    /// - Parameter profile: the one that sent the request, which has to look at the result.
    init(_ error: HTTPError, of request: GraphRequest, as profile: ProfileName? = nil) {
        self.init(error)
        guard let sentence = error.lossSentence, !request.isSafeToRepeat else { return }
        message = "\(sentence) \(Self.checkAdvice(for: request))"
        remedy = Self.checkCommand(for: request, as: profile).map { Remedy($0) }
    }

    /// A request that a signal ended while it was under way.
    init(interrupted request: GraphRequest, as profile: ProfileName) {
        self.init(
            .cancelled, Self.checkAdvice(for: request), command: Self.checkCommand(for: request, as: profile),
            profile: profile.text)
    }

    static func checkCommand(for request: GraphRequest, as profile: ProfileName?) -> SuggestedCommand? {
        request.pathToVerify.map { path in
            profile.map { "acct graph \(path) -p \($0)" } ?? "acct graph \(path)"
        }
    }

    /// The advice on a request that must not be repeated blindly.
    static func checkAdvice(for request: GraphRequest) -> String {
        "\(request.method) \(request.path) may have been carried out: look at the result before you send it again."
    }

    init(_ error: HTTPError) {
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
        case .changedBody(let path):
            self.init(
                .failed,
                "\(path) changed while it was sent, so nothing was stored: it would be a mixture of two versions. "
                    + "Run the same command again when no program writes to the file.")
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
        case .libraryFailed: self.init(.failed, "\(error.lossSentence ?? "") Try again.")
        case .timedOut, .connectionLost: self.init(.network, "\(error.lossSentence ?? "") Try again.")
        case .untrustedCertificate(let host, let problem):
            self.init(.network, "\(host) cannot be trusted: \(problem.sentence)")
        case .tls(let host, let reason):
            // Before TLS 1.3 a server that misses the client's certificate does not say so.
            let advice =
                reason.contains("alert handshake failure")
                ? "If the server asks for a client certificate, name its file with --tls-certificate."
                : "Check that the port is one for https, and the network."
            self.init(.network, "No secure connection to \(host): \(reason). \(advice)")
        case .clientCertificate(let path, let problem):
            self.init(
                problem.isOutOfDate ? .failed : .usage,
                "The TLS certificate \(path) cannot be used: \(problem.sentence)")
        case .clientCertificateRefused(let host, nil):
            self.init(
                .failed,
                "\(host) asks for a client certificate. Name its file with --tls-certificate of acct add or acct edit.")
        case .clientCertificateRefused(let host, let path?):
            self.init(
                .failed, "\(host) does not accept the TLS certificate \(path). Ask its administrator for another.")
        case .unreadableAuthorities(let path):
            self.init(
                .usage,
                "The certificate authorities in \(path) cannot be read. "
                    + "Check CURL_CA_BUNDLE, SSL_CERT_FILE and SSL_CERT_DIR.")
        case .bodyTooLarge: self.init(.failed, error.lossSentence ?? "")
        case .malformedResponse:
            self.init(.network, "\(error.lossSentence ?? "") A proxy may be in between.")
        case .tooManyRedirects(let limit):
            self.init(.failed, "The server redirected more than \(limit) times.")
        case .refusedRedirect(let reason):
            self.init(.policy, "A redirect was not followed: \(reason).")
        case .cancelled:
            self.init(.cancelled, "Cancelled.")
        case .libraryMissing(let reason):
            self.init(
                .failed, "libcurl cannot be loaded (\(reason)).", leadIn: "Install it:",
                command: "sudo apt-get install libcurl4")
        }
    }

    /// The system refuses even the pipe on which the program waits.
    static let noOpenFiles = Failure(
        .failed, "This process is not allowed to open files.", leadIn: "Raise the limit and try again:",
        command: "ulimit -n 256")
}

extension HTTPError {
    /// The loss of the response to a request that the server may have carried out, without advice; nil for other errors.
    var lossSentence: String? {
        switch self {
        case .timedOut(let host, let seconds): "\(host) did not respond within \(Int(seconds.rounded(.up))) s."
        case .connectionLost(let host, let reason): "The connection to \(host) was lost: \(reason)."
        case .malformedResponse(let host, let reason): "\(host) did not respond with valid HTTP: \(reason)."
        case .bodyTooLarge(let limit): "The response is larger than \(limit) bytes."
        case .libraryFailed(let reason): "The request failed on this machine: \(reason)."
        default: nil
        }
    }
}

extension ServerCertificateProblem {
    /// The end of the sentence, with the next step.
    fileprivate var sentence: String {
        switch self {
        case .unknownAuthority(let reason):
            "its certificate is not from a known authority (\(reason)). If your network has its own certificate "
                + "authority, name its file in CURL_CA_BUNDLE."
        case .otherHost: "its certificate is for other hosts. Check the spelling of the host."
        case .expired:
            "its certificate has expired. If the clock of this machine is right, the server needs a new one."
        case .notYetValid:
            "its certificate is not valid yet. If the clock of this machine is right, the server needs another one."
        }
    }
}

extension ClientCertificateProblem {
    /// Whether the file is right, and time has passed it by or has yet to come.
    fileprivate var isOutOfDate: Bool {
        switch self {
        case .expired, .notYetValid: true
        case .unreadable, .noCertificate, .noKey, .encryptedKey, .unusable: false
        }
    }

    /// The end of the sentence, with the next step.
    fileprivate var sentence: String {
        switch self {
        case .unreadable:
            "it cannot be read. Check that the file exists and that you may read it, or name another one with --tls-certificate."
        case .noCertificate: "it holds no certificate. It must hold the certificate and its key in PEM."
        case .noKey: "it holds no private key. It must hold the certificate and its key in PEM."
        case .encryptedKey: "its key is encrypted. Decrypt it with openssl pkey, and protect the file with chmod 600."
        case .expired(let date): "it expired on \(date.asDay). Replace the file by one with a new certificate."
        case .notYetValid(let date): "it is not valid before \(date.asDay). Check the clock of this machine."
        case .unusable(let reason): "\(reason). The file must begin with the certificate that the key belongs to."
        }
    }
}
