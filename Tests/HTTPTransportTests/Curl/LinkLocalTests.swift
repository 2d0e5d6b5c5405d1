import Foundation
import HTTPTransport
import Testing

/// Plain http to link-local addresses: for the requests that say so, and for nothing else.
@Suite struct LinkLocalTests {
    @Test(arguments: [
        ("169.254.169.254", true), ("169.254.0.1", true), ("0xa9fea9fe", true), ("169.254.169.254.evil.example", false),
        ("169.255.0.1", false), ("168.254.0.1", false), ("[fe80::1]", false), ("localhost", false),
    ])
    func knowsWhichHostsAre(host: String, isLinkLocal: Bool) throws {
        #expect(try #require(HTTPOrigin(url: "http://\(host)/")).isLinkLocal == isLinkLocal)
    }

    @Test func othersAreRefused() async {
        let client = CurlHTTPClient.isolated()
        let error = await client.failure(sending: HTTPRequest(url: "http://169.254.169.254/metadata"))
        #expect(error == .insecureURL(host: "169.254.169.254"))
        var elsewhere = HTTPRequest(url: "http://10.0.0.1/")
        elsewhere.allowsLinkLocal = true
        #expect(await client.failure(sending: elsewhere) == .insecureURL(host: "10.0.0.1"))
    }

    /// Whether the address leads anywhere depends on the machine; that the proxy sees nothing does not.
    @Test func thoseThatSaySoGoThereAndToNoProxy() async throws {
        try await TestServer.run { _, connection in
            try await connection.answer()
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

    @Test func aRedirectDoesNotLeadThere() async throws {
        try await TestServer.run { _, connection in
            try await connection.answer(302, ["Location: http://169.254.169.254/metadata"])
        } _: { server in
            var request = HTTPRequest(url: server.url(), redirects: .follow(limit: 3))
            request.allowsLinkLocal = true
            let error = await CurlHTTPClient.isolated().failure(sending: request)
            #expect(error == .refusedRedirect(reason: "it leads to 169.254.169.254 over plain http"))
        }
    }
}
