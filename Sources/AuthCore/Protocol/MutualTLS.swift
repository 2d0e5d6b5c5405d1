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
    /// - Returns: The end of the certificate's validity; nil where the certificate cannot be parsed, which the TLS library
    ///   judges.
    /// - Throws: `HTTPError.clientCertificate`.
    @discardableResult
    public func check(at now: Date) throws(HTTPError) -> Date? {
        do throws(ClientCertificateProblem) { return try end(at: now) } catch {
            throw .clientCertificate(path: path, error)
        }
    }

    private func end(at now: Date) throws(ClientCertificateProblem) -> Date? {
        guard let text = try? CredentialFile.text(at: path) else { throw .unreadable }
        let blocks = PEMBlock.all(in: text)
        guard let first = blocks.first(where: { $0.label == "CERTIFICATE" }) else { throw .noCertificate }
        guard let key = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else { throw .noKey }
        if key.isEncrypted { throw .encryptedKey }
        guard let certificate = Certificate(der: first.bytes) else { return nil }
        if certificate.notAfter < now { throw .expired(certificate.notAfter) }
        if certificate.notBefore > now { throw .notYetValid(certificate.notBefore) }
        return certificate.notAfter
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
        try certificate.check(at: clock.now())
        var request = request
        request.clientCertificate = certificate.path
        return request
    }
}
