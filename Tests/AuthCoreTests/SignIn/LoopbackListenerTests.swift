import Foundation
import Testing

@testable import AuthCore

@Suite(.timeLimit(.minutes(1))) struct LoopbackListenerTests {
    @Test func redirectURIHasNoPath() async throws {
        let listener = try await LoopbackListener.bind(port: 0)
        #expect(listener.port > 0)
        #expect(listener.redirectURI == "http://localhost:\(listener.port)")
        await listener.close()
    }

    @Test func usedPortIsAnError() async throws {
        let first = try await LoopbackListener.bind(port: 0)
        let error = await failure { () async throws(AuthError) in try await LoopbackListener.bind(port: first.port) }
        guard case .cannotListen = error else { throw Unexpected(error) }
        await first.close()
    }

    @Test func closingFreesThePort() async throws {
        let first = try await LoopbackListener.bind(port: 0)
        await first.close()
        #expect(await BrowserTab.get("/", port: first.port) == nil)
        let second = try await LoopbackListener.bind(port: first.port)
        #expect(second.port == first.port)
        await second.close()
    }

    @Test(arguments: ["GET / HTTP/1.1", "GET /favicon.ico HTTP/1.1", "OPTIONS / HTTP/1.1"])
    func responsesForbidCachingAndScripts(line: String) async throws {
        let listener = try await LoopbackListener.bind(port: 0)
        let answer = try #require(await BrowserTab.send("\(line)\r\nHost: x\r\n\r\n", port: listener.port)).lowercased()
        #expect(answer.contains("cache-control: no-store\r\n"))
        #expect(answer.contains("content-security-policy: default-src 'none'"))
        #expect(answer.contains("referrer-policy: no-referrer\r\n"))
        #expect(!answer.contains("access-control-allow"))
        await listener.close()
    }

    @Test func idleConnectionDoesNotBlockOthers() async throws {
        let listener = try await LoopbackListener.bind(port: 0)
        let idle = try #require(BrowserTab.open("GET /?code=c HTTP/1.1\r\nHost: x\r\n", port: listener.port))
        #expect(await BrowserTab.get("/", port: listener.port)?.hasPrefix("HTTP/1.1 400") == true)
        Foundation.close(idle)
        await listener.close()
    }
}
