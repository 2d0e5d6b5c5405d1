import Foundation
import HTTPTransport
import Testing

/// Certificates, against `openssl s_server` with an authority made for the occasion.
@Suite(.enabled(if: OpenSSLServer.isInstalled, "openssl is not installed"))
struct TLSTests {
    @Test func aCertificateNobodyVouchesForIsRefused() async throws {
        try await OpenSSLServer.run { server in
            await expectTLSFailure(
                CurlHTTPClient.isolated(["SSL_CERT_FILE": "/etc/ssl/certs/ca-certificates.crt"]), server.url)
            await expectTLSFailure(CurlHTTPClient.isolated(), server.url)
        }
    }

    @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
    func anAuthorityFromTheEnvironmentIsTrusted(variable: String) async throws {
        try await OpenSSLServer.run { server in
            let client = CurlHTTPClient.isolated([variable: server.authority])
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(response.status == 200)
        }
    }

    @Test func theBundleOfCurlComesFirst() async throws {
        try await OpenSSLServer.run { server in
            let client = CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority, "SSL_CERT_FILE": "/nonexistent"])
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(response.status == 200)
        }
    }

    @Test func aBundleThatIsNotThereIsNotIgnored() async throws {
        try await OpenSSLServer.run { server in
            await expectTLSFailure(CurlHTTPClient.isolated(["CURL_CA_BUNDLE": "/nonexistent"]), server.url)
        }
    }

    @Test func anotherNameThanTheCertificatesIsRefused() async throws {
        try await OpenSSLServer.run { server in
            let url = server.url.replacing("localhost", with: "127.0.0.1")
            await expectTLSFailure(CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority]), url)
        }
    }

    @Test func anOldProtocolIsRefused() async throws {
        try await OpenSSLServer.run(["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]) { server in
            await expectTLSFailure(CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority]), server.url)
        }
    }

    @Test func aRedirectFromHTTPSToHTTPIsRefusedEvenOnThisMachine() async throws {
        try await OpenSSLServer.run(answering: "HTTP/1.0 302 Found\r\nLocation: http://localhost/\r\n\r\n") { server in
            let client = CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority])
            let error = await client.failure(sending: HTTPRequest(url: server.url, redirects: .follow(limit: 1)))
            #expect(error == .refusedRedirect(reason: "it leads from https to http"))
        }
    }

    private func expectTLSFailure(_ client: CurlHTTPClient, _ url: String) async {
        guard case .tls = await client.failure(sending: HTTPRequest(url: url)) else {
            Issue.record("not refused")
            return
        }
    }
}
