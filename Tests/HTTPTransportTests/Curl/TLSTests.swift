import Foundation
import NIOCore
import Testing

@testable import HTTPTransport

/// Certificates, against `openssl s_server` with an authority made for the test.
@Suite(.enabled(if: OpenSSLServer.isInstalled, "openssl is not installed"))
struct TLSTests {
    @Test func untrustedCertificateIsRefused() async throws {
        try await OpenSSLServer.run { server in
            for variables in [["SSL_CERT_FILE": "/etc/ssl/certs/ca-certificates.crt"], [:]] {
                await expectUnknownAuthority(.isolated(variables), server.url)
            }
        }
    }

    @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
    func authorityFromTheEnvironmentIsTrusted(variable: String) async throws {
        try await OpenSSLServer.run { server in
            let client = CurlHTTPClient.isolated([variable: server.authority])
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(response.status == 200)
        }
    }

    @Test func curlsBundleTakesPrecedence() async throws {
        try await OpenSSLServer.run { server in
            let client = CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority, "SSL_CERT_FILE": "/nonexistent"])
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(response.status == 200)
        }
    }

    /// The directory is searched first: the file is not opened.
    @Test func authorityInADirectoryIsTrusted() async throws {
        try await OpenSSLServer.run { server in
            for file in [nil, "/nonexistent"] {
                let client = CurlHTTPClient.isolated(
                    ["SSL_CERT_DIR": server.directory].merging(["SSL_CERT_FILE": file].compactMapValues(\.self)) { $1 })
                let response = try await client.send(HTTPRequest(url: server.url))
                #expect(response.status == 200)
            }
        }
    }

    @Test func fileIsUsedWhenTheDirectoryLacksTheAuthority() async throws {
        try await OpenSSLServer.run { server in
            let client = CurlHTTPClient.isolated([
                "SSL_CERT_DIR": server.otherDirectory, "CURL_CA_BUNDLE": server.authority,
            ])
            // Several at once: each of those that went out with the directory alone is begun anew.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await client.send(HTTPRequest(url: server.url)).status } }
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    @Test func authorityInNeitherFileNorDirectoryIsNotTrusted() async throws {
        try await OpenSSLServer.run { server in
            let system = "/etc/ssl/certs/ca-certificates.crt"
            for variables in [
                ["SSL_CERT_DIR": server.otherDirectory], ["SSL_CERT_DIR": "/nonexistent"],
                ["SSL_CERT_DIR": server.otherDirectory, "SSL_CERT_FILE": system], ["SSL_CERT_FILE": system],
            ] {
                await expectUnknownAuthority(.isolated(variables), server.url)
            }
        }
    }

    @Test func missingBundleIsAnError() async throws {
        try await OpenSSLServer.run { server in
            let client = CurlHTTPClient.isolated(["CURL_CA_BUNDLE": "/nonexistent"])
            let error = await client.failure(sending: HTTPRequest(url: server.url))
            #expect(error == .unreadableAuthorities(path: "/nonexistent"))
        }
    }

    @Test func certificateForAnotherNameIsRefused() async throws {
        try await OpenSSLServer.run { server in
            let url = server.url.replacing("localhost", with: "127.0.0.1")
            for variables in [["CURL_CA_BUNDLE": server.authority], ["SSL_CERT_DIR": server.directory]] {
                let error = await CurlHTTPClient.isolated(variables).failure(sending: HTTPRequest(url: url))
                #expect(error == .untrustedCertificate(host: "127.0.0.1", .otherHost))
            }
        }
    }

    @Test func oldTLSVersionsAreRefused() async throws {
        try await OpenSSLServer.run(["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]) { server in
            await expectHandshakeFailure(.isolated(["CURL_CA_BUNDLE": server.authority]), server.url)
        }
    }

    @Test func redirectFromHTTPSToHTTPIsRefusedEvenOnThisMachine() async throws {
        try await OpenSSLServer.run(responding: "HTTP/1.0 302 Found\r\nLocation: http://localhost/\r\n\r\n") { server in
            let client = CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority])
            let error = await client.failure(sending: HTTPRequest(url: server.url, redirects: .follow(limit: 1)))
            #expect(error == .refusedRedirect(reason: "the redirect leads from https to http"))
        }
    }

    @Test func serverWithoutTLSIsNoQuestionOfTrust() async throws {
        try await TestServer.run(
            responding: { _, _ in },
            onConnect: { try await $0.write(ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n")) }
        ) { server in
            let url = server.url().replacing("http://", with: "https://")
            await expectHandshakeFailure(.isolated(), url)
        }
    }

    /// One of the authority, which the server asks for; one of another authority; and none.
    @Test(arguments: [("client.pem", true), ("other-client.pem", false), (nil, false)])
    func clientPresentsItsCertificate(name: String?, isAccepted: Bool) async throws {
        // With TLS 1.2 the server judges the certificate within the handshake.
        let options = ["-Verify", "1", "-verify_return_error", "-CAfile", "ca.pem", "-tls1_2"]
        try await OpenSSLServer.run(options) { server in
            let client = CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority])
            var request = HTTPRequest(url: server.url)
            request.clientCertificate = name.map { server.file($0) }
            let error = await client.failure(sending: request)
            switch (isAccepted, error) {
            case (true, nil), (false, .clientCertificateRefused("localhost", request.clientCertificate)): break
            case (false, .tls("localhost", _)) where name == nil: break
            default: Issue.record("\(String(describing: error))")
            }
        }
    }

    @Test func connectionIsNotReusedForAnotherCertificate() async throws {
        try await OpenSSLServer.run(["-verify", "1", "-CAfile", "ca.pem"]) { server in
            let client = CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority])
            for name in [nil, "client.pem", nil] {
                var request = HTTPRequest(url: server.url)
                request.clientCertificate = name.map { server.file($0) }
                let page = String(decoding: try await client.send(request).body, as: UTF8.self)
                #expect(page.contains("no client certificate available") == (name == nil), "\(page)")
            }
        }
    }

    /// libcurl's own reason: the library that calls it checks the file before.
    @Test(arguments: ["nonexistent", "ca.pem"]) func certificateWithoutAKeyIsNotUsed(name: String) async throws {
        try await OpenSSLServer.run { server in
            let client = CurlHTTPClient.isolated(["CURL_CA_BUNDLE": server.authority])
            var request = HTTPRequest(url: server.url)
            let path = server.file(name)
            request.clientCertificate = path
            guard case .clientCertificate(path, .unusable) = await client.failure(sending: request) else {
                Issue.record("not refused")
                return
            }
        }
    }

    @Test func redirectToAnotherOriginGoesOnWithoutTheCertificate() async throws {
        var request = HTTPRequest(url: "https://a.example/x", redirects: .follow(limit: 1))
        request.clientCertificate = "/client.pem"
        let origin = try #require(HTTPOrigin(url: request.url))
        for (location, certificate) in [("https://b.example/", nil), ("/y", "/client.pem")] {
            let head = ResponseHead(version: "HTTP/1.1", status: 302, headers: HTTPHeaders([("Location", location)]))
            let next = try RedirectRules.next(after: head, to: request, at: origin)
            #expect(next?.clientCertificate == certificate)
        }
    }

    private func expectHandshakeFailure(_ client: CurlHTTPClient, _ url: String) async {
        let error = await client.failure(sending: HTTPRequest(url: url))
        guard case .tls = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    private func expectUnknownAuthority(_ client: CurlHTTPClient, _ url: String) async {
        let error = await client.failure(sending: HTTPRequest(url: url))
        guard case .untrustedCertificate("localhost", .unknownAuthority) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
