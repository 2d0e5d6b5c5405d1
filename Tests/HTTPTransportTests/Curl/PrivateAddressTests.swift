import Foundation
import Testing

@testable import HTTPTransport

/// Plain http to addresses that the Internet does not route, which only requests that allow it may use.
@Suite struct PrivateAddressTests {
    @Test(arguments: [
        ("169.254.169.254", true), ("169.254.0.1", true), ("0xa9fea9fe", true), ("169.254.169.254.evil.example", false),
        ("169.255.0.1", false), ("168.254.0.1", false), ("[fe80::1]", false), ("localhost", false),
        ("10.0.0.1", true), ("10.255.0.1", true), ("11.0.0.1", false), ("172.16.5.3", true), ("172.31.255.255", true),
        ("172.15.0.1", false), ("172.32.0.1", false), ("192.168.0.1", true), ("192.169.0.1", false),
        ("10.0.0.1.evil.example", false), ("8.8.8.8", false),
    ])
    func privateAddressesAreRecognised(host: String, isPrivate: Bool) throws {
        #expect(try #require(HTTPOrigin(url: "http://\(host)/")).isPrivate == isPrivate)
    }

    @Test func plainHTTPToOtherHostsIsRefused() async {
        let client = CurlHTTPClient.isolated()
        let error = await client.failure(sending: HTTPRequest(url: "http://169.254.169.254/metadata"))
        #expect(error == .insecureURL(host: "169.254.169.254"))
        var elsewhere = HTTPRequest(url: "http://203.0.113.1/")
        elsewhere.allowsPrivateAddress = true
        #expect(await client.failure(sending: elsewhere) == .insecureURL(host: "203.0.113.1"))
    }

    @Test(arguments: ["169.254.0.1", "10.0.0.1"]) func plainHTTPToPrivateAddressesHasToBeAllowed(host: String) throws {
        var request = HTTPRequest(url: "http://\(host):9/")
        #expect(throws: HTTPError.insecureURL(host: host)) { try RequestValidation.origin(of: request) }
        request.allowsPrivateAddress = true
        let origin = try RequestValidation.origin(of: request)
        #expect(origin.host == host && origin.isPrivate)
    }

    @Test(arguments: ["169.254.169.254", "172.16.5.3"]) func redirectToAPrivateAddressIsRefused(host: String)
        async throws
    {
        try await TestServer.run { _, connection in
            try await connection.respond(302, ["Location: http://\(host)/metadata"])
        } _: { server in
            var request = HTTPRequest(url: server.url(), redirects: .follow(limit: 3))
            request.allowsPrivateAddress = true
            let error = await CurlHTTPClient.isolated().failure(sending: request)
            #expect(error == .refusedRedirect(reason: "the redirect leads to \(host) over plain http"))
        }
    }
}
