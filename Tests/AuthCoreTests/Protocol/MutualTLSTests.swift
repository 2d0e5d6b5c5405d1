import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AuthCore

@Suite struct MutualTLSTests {
    /// Records the certificate of each request.
    private final class RecordingClient: HTTPClient {
        let certificates = Mutex<[String?]>([])

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            certificates.withLock { $0.append(request.clientCertificate) }
            return HTTPResponse(status: 404, headers: [:], body: Data(), url: request.url)
        }

        func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse { throw .cancelled }
    }

    /// A file with a certificate that is valid on this day in 2026, and its key.
    private func file(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pem").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func problem(_ text: String) throws -> ClientCertificateProblem? {
        let path = try file(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        do throws(HTTPError) { try TLSClientCertificate(path: path).check(at: Date()) } catch {
            guard case .clientCertificate(path, let problem) = error else { throw Unexpected(error) }
            return problem
        }
        return nil
    }

    private static func block(_ label: String, _ base64: String = "AAAA") -> String {
        "-----BEGIN \(label)-----\n\(base64)\n-----END \(label)-----\n"
    }

    @Test(arguments: [
        ("", ClientCertificateProblem.noCertificate), ("text", .noCertificate),
        (block("PRIVATE KEY"), .noCertificate), (block("CERTIFICATE"), .noKey),
        (block("CERTIFICATE") + block("ENCRYPTED PRIVATE KEY"), .encryptedKey),
        (block("CERTIFICATE") + block("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nAAAA"), .encryptedKey),
    ])
    func fileIsChecked(text: String, expected: ClientCertificateProblem) throws {
        #expect(try problem(text) == expected)
    }

    /// The TLS library judges what is no certificate in DER, and keys of every kind.
    @Test(arguments: ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"])
    func keyOfAnyKindIsLeftToTheTLSLibrary(label: String) throws {
        #expect(try problem(Self.block(label) + Self.block("CERTIFICATE")) == nil)
    }

    @Test func missingFileIsUnreadable() {
        let error = failure { () throws(HTTPError) in try TLSClientCertificate(path: "/nonexistent").check(at: Date()) }
        #expect(error == .clientCertificate(path: "/nonexistent", .unreadable))
    }

    @Test func certificateIsPresentedToTheAuthorityAlone() async throws {
        let path = try file(Self.block("CERTIFICATE") + Self.block("PRIVATE KEY"))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var authority = try Authority(kind: .entra, url: "https://login.example/contoso")
        let recorder = RecordingClient()
        _ = try await authority.client(over: recorder, clock: TestClock.still).send(HTTPRequest(url: authority.url))
        authority.clientCertificate = TLSClientCertificate(path: path)
        let client = authority.client(over: recorder, clock: TestClock.still)
        _ = try await client.send(HTTPRequest(url: authority.url))
        #expect(recorder.certificates.withLock(\.self) == [nil, path])
        #expect(try authority.with(tenant: "fabrikam").clientCertificate?.path == path)
    }

    /// RFC 8705 section 5.
    @Test func endpointAliasesAreForClientsWithACertificate() throws {
        let document = try JSONDecoder().decode(
            DiscoveryDocument.self,
            from: Data(
                """
                {"issuer":"https://op.example","authorization_endpoint":"https://op.example/a",
                "token_endpoint":"https://op.example/t","revocation_endpoint":"https://op.example/r",
                "device_authorization_endpoint":"https://op.example/d",
                "mtls_endpoint_aliases":{"token_endpoint":"https://mtls.example/t","revocation_endpoint":"https://mtls.example/r"}}
                """.utf8))
        var authority = try Authority(kind: .oidc, url: "https://op.example")
        #expect(try document.configuration(for: authority).tokenEndpoint == "https://op.example/t")
        authority.clientCertificate = TLSClientCertificate(path: "/c.pem")
        let configuration = try document.configuration(for: authority)
        #expect(configuration.tokenEndpoint == "https://mtls.example/t")
        #expect(configuration.revocationEndpoint == "https://mtls.example/r")
        #expect(configuration.deviceAuthorizationEndpoint == "https://op.example/d")
        #expect(configuration.authorizationEndpoint == "https://op.example/a")
    }
}
