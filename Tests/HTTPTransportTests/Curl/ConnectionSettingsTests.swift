import Foundation
import Testing

@testable import HTTPTransport

/// Proxies come from the given environment alone.
@Suite struct ConnectionSettingsTests {
    private static let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    @Test(arguments: names)
    func httpsGoesThroughTheProxy(variable: String) async throws {
        try await proxying { proxy in
            let client = CurlHTTPClient.isolated([variable: proxy.url()])
            let error = await client.failure(sending: HTTPRequest(url: "https://graph.example/v1.0/me"))
            #expect(error == .proxyRefused(host: "graph.example", proxy: "127.0.0.1:\(proxy.port)", status: 403))
            #expect(proxy.requests.map(\.line) == ["CONNECT graph.example:443 HTTP/1.1"])
        }
    }

    @Test(arguments: ["no_proxy", "NO_PROXY"])
    func noProxyHostsAreReachedDirectly(variable: String) async throws {
        try await proxying { proxy in
            // Linux connects 0.0.0.0 to this machine, and unlike 127.0.0.1 it has a proxy.
            let port = try ClosedPort()
            let request = HTTPRequest(url: "https://0.0.0.0:\(port.number)/")
            let proxied = CurlHTTPClient.isolated(["https_proxy": proxy.url(), variable: "other.example"])
            _ = await proxied.failure(sending: request)
            #expect(proxy.requests.map(\.line) == ["CONNECT 0.0.0.0:\(port.number) HTTP/1.1"])
            let direct = CurlHTTPClient.isolated(["https_proxy": proxy.url(), variable: "other.example,0.0.0.0"])
            #expect(await direct.failure(sending: request)?.isBeforeConnection == true)
            #expect(proxy.requests.count == 1)
        }
    }

    @Test(arguments: ["http://169.254.169.254/", "http://10.0.0.1/", "http://localhost/", "https://127.0.0.1/"])
    func plainHTTPAndThisMachineHaveNoProxy(url: String) throws {
        let proxies = Dictionary(uniqueKeysWithValues: (Self.names + ["http_proxy"]).map { ($0, "http://127.0.0.1:9") })
        let settings = ConnectionSettings(environment: Environment(proxies), userAgent: "test/1")
        #expect(settings.proxy(for: try #require(HTTPOrigin(url: url))) == ("", "*"))
        #expect(settings.proxy(for: try #require(HTTPOrigin(url: "https://10.0.0.1/"))).url == "http://127.0.0.1:9")
    }

    @Test func thisMachineIsNeverReachedThroughAProxy() async throws {
        try await proxying { proxy in
            try await TestServer.run { _, connection in
                try await connection.respond()
            } _: { server in
                let all = Dictionary(uniqueKeysWithValues: (Self.names + ["http_proxy"]).map { ($0, proxy.url()) })
                let response = try await CurlHTTPClient.isolated(all).send(HTTPRequest(url: server.url()))
                #expect(response.status == 200)
                #expect(proxy.requests.isEmpty)
            }
        }
    }

    @Test func refusalOfTheProxyIsNotAResponse() async throws {
        try await proxying { proxy in
            let client = CurlHTTPClient.isolated(["https_proxy": proxy.url()])
            let request = HTTPRequest(
                url: "https://graph.example/", timeouts: HTTPRequest.Timeouts(connect: .seconds(5)))
            #expect(await client.failure(sending: request)?.isBeforeConnection == true)
        }
    }

    @Test(arguments: [
        "user:sesame@", "user:ses@sesame@", ":sesame@", "user:\(String(repeating: "sesame", count: 99))@",
    ])
    func proxyCredentialsStayOutOfErrors(credentials: String) async throws {
        try await proxying { proxy in
            let place = proxy.url().dropFirst("http://".count)
            for broken in ["http://\(credentials)\(place)", "http://\(credentials)[::1", "gopher://\(credentials)x:70"]
            {
                let client = CurlHTTPClient.isolated(["https_proxy": broken])
                let error = try #require(await client.failure(sending: HTTPRequest(url: "https://graph.example/")))
                #expect(!"\(error)".contains("sesame"), "\(error)")
            }
        }
    }

    private func proxying(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(403, ["X-Proxy: 1"])
        } _: { proxy in
            try await body(proxy)
        }
    }
}
