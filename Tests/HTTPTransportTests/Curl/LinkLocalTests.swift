import Foundation
import HTTPTransport
import Testing

/// Plain http to link-local addresses, which only requests that allow it may use.
@Suite struct LinkLocalTests {
    @Test(arguments: [
        ("169.254.169.254", true), ("169.254.0.1", true), ("0xa9fea9fe", true), ("169.254.169.254.evil.example", false),
        ("169.255.0.1", false), ("168.254.0.1", false), ("[fe80::1]", false), ("localhost", false),
    ])
    func linkLocalAddressesAreRecognised(host: String, isLinkLocal: Bool) throws {
        #expect(try #require(HTTPOrigin(url: "http://\(host)/")).isLinkLocal == isLinkLocal)
    }

    @Test func plainHTTPToOtherHostsIsRefused() async {
        let client = CurlHTTPClient.isolated()
        let error = await client.failure(sending: HTTPRequest(url: "http://169.254.169.254/metadata"))
        #expect(error == .insecureURL(host: "169.254.169.254"))
        var elsewhere = HTTPRequest(url: "http://10.0.0.1/")
        elsewhere.allowsLinkLocal = true
        #expect(await client.failure(sending: elsewhere) == .insecureURL(host: "10.0.0.1"))
    }

    /// Whether the address is reachable depends on the machine. The proxy sees nothing in either case.
    @Test func allowedRequestsBypassTheProxy() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond()
        } _: { proxy in
            let client = CurlHTTPClient.isolated([
                "http_proxy": proxy.url(), "all_proxy": proxy.url(), "https_proxy": proxy.url(),
            ])
            var request = HTTPRequest(url: "http://169.254.0.1:9/")
            request.allowsLinkLocal = true
            request.timeouts = HTTPRequest.Timeouts(connect: .milliseconds(200), total: .seconds(1))
            let error = await client.failure(sending: request)
            #expect(error != .insecureURL(host: "169.254.0.1"))
            #expect(proxy.requests.isEmpty)
        }
    }

    @Test func aRedirectToALinkLocalAddressIsRefused() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(302, ["Location: http://169.254.169.254/metadata"])
        } _: { server in
            var request = HTTPRequest(url: server.url(), redirects: .follow(limit: 3))
            request.allowsLinkLocal = true
            let error = await CurlHTTPClient.isolated().failure(sending: request)
            #expect(error == .refusedRedirect(reason: "the redirect leads to 169.254.169.254 over plain http"))
        }
    }
}
