import FoundationEssentials
import HTTPTransport

/// The certificate with which a client presents itself to an issuer in the TLS handshake: for an issuer behind a server
/// that admits known clients only, or one that authenticates the client by it (RFC 8705 section 2).
///
/// The path is that of a PEM file with the certificate, further ones of its chain, and the unencrypted key. The file is
/// read for each connection, so that it can be replaced.
public struct TLSClientCertificate: Hashable, Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// Checks that the file can be used now.
    ///
    /// - Throws: `HTTPError.clientCertificate`.
    public func check(at now: Date) throws(HTTPError) {
        if let problem = problem(at: now) { throw .clientCertificate(path: path, problem) }
    }

    private func problem(at now: Date) -> ClientCertificateProblem? {
        guard let text = try? CredentialFile.text(at: path) else { return .unreadable }
        let blocks = PEMBlock.all(in: text)
        guard let first = blocks.first(where: { $0.label == "CERTIFICATE" }) else { return .noCertificate }
        guard let key = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else { return .noKey }
        if key.isEncrypted { return .encryptedKey }
        // The TLS library judges everything else.
        guard let certificate = Certificate(der: first.bytes) else { return nil }
        if certificate.notAfter < now { return .expired(certificate.notAfter) }
        return certificate.notBefore > now ? .notYetValid(certificate.notBefore) : nil
    }
}

extension Authority {
    /// The transport for requests to this authority's endpoints.
    func client(over http: any HTTPClient, clock: WallClock) -> any HTTPClient {
        guard let clientCertificate else { return http }
        return MutualTLSHTTPClient(client: http, certificate: clientCertificate, authority: self, clock: clock)
    }
}

/// Presents a certificate with each request to an authority. A request is sent only while the certificate can be used.
private struct MutualTLSHTTPClient: HTTPClient {
    let client: any HTTPClient
    let certificate: TLSClientCertificate
    let authority: Authority
    let clock: WallClock

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try await client.send(presenting(request))
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        try await client.stream(presenting(request))
    }

    private func presenting(_ request: HTTPRequest) throws(HTTPError) -> HTTPRequest {
        // Instance discovery asks the identity platform about another host.
        let isPlatform = HTTPOrigin(url: request.url)?.host == Cloud.global.loginHost
        guard !isPlatform || authority.host == Cloud.global.loginHost else { return request }
        try certificate.check(at: clock.now())
        var request = request
        request.clientCertificate = certificate.path
        return request
    }
}
