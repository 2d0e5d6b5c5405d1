import Foundation
import Testing

@testable import AuthCore

@Suite(.timeLimit(.minutes(1))) struct LoopbackListenerTests {
    @Test func redirectURIHasNoPath() async throws {
        let listener = try await LoopbackListener.bind(.localhost)
        #expect(listener.port > 0)
        #expect(listener.redirectURI == "http://localhost:\(listener.port)")
        await listener.close()
    }

    @Test func usedPortIsAnError() async throws {
        let first = try await LoopbackListener.bind(.localhost)
        let error = await failure { () async throws(AuthError) in
            try await LoopbackListener.bind(.localhost(port: UInt16(first.port)))
        }
        guard case .cannotListen = error else { throw Unexpected(error) }
        await first.close()
    }

    @Test func closingFreesThePort() async throws {
        let first = try await LoopbackListener.bind(.localhost)
        await first.close()
        #expect(await BrowserTab.get("/", port: first.port) == nil)
        let second = try await LoopbackListener.bind(.localhost(port: UInt16(first.port)))
        #expect(second.port == first.port)
        await second.close()
    }

    /// A connection without a request, and a redirect that gets no reply.
    @Test(arguments: ["", "GET /?code=c HTTP/1.1\r\nHost: x\r\n\r\n"])
    func closingEndsConnectionsAndRedirects(text: String) async throws {
        let listener = try await LoopbackListener.bind(.localhost)
        let descriptor = try #require(BrowserTab.open(text, port: listener.port))
        var redirects = listener.redirects.makeAsyncIterator()
        if text.isEmpty {
            // Accepted after the first.
            #expect(await BrowserTab.get("/", port: listener.port)?.hasPrefix("HTTP/1.1 400") == true)
        } else {
            #expect(await redirects.next() != nil)
        }
        await listener.close()
        #expect(await BrowserTab.closedCount(of: [descriptor]) == 1)
        #expect(await redirects.next() == nil)
        Foundation.close(descriptor)
    }

    @Test(arguments: ["GET / HTTP/1.1", "GET /favicon.ico HTTP/1.1", "OPTIONS / HTTP/1.1"])
    func responsesForbidCachingAndScripts(line: String) async throws {
        let listener = try await LoopbackListener.bind(.localhost)
        let answer = try #require(await BrowserTab.send("\(line)\r\nHost: x\r\n\r\n", port: listener.port)).lowercased()
        #expect(answer.contains("cache-control: no-store\r\n"))
        #expect(answer.contains("content-security-policy: default-src 'none'"))
        #expect(answer.contains("referrer-policy: no-referrer\r\n"))
        #expect(!answer.contains("access-control-allow"))
        await listener.close()
    }

    @Test func idleConnectionDoesNotBlockOthers() async throws {
        let listener = try await LoopbackListener.bind(.localhost)
        let idle = try #require(BrowserTab.open("GET /?code=c HTTP/1.1\r\nHost: x\r\n", port: listener.port))
        #expect(await BrowserTab.get("/", port: listener.port)?.hasPrefix("HTTP/1.1 400") == true)
        Foundation.close(idle)
        await listener.close()
    }

    @Test(.enabled(if: BrowserTab.hasIPv6)) func portThatIsTakenOnIPv6IsAnError() async throws {
        let (other, port) = try #require(BrowserTab.listenOnIPv6())
        let error = await failure { () async throws(AuthError) in
            try await LoopbackListener.bind(.localhost(port: UInt16(port)))
        }
        guard case .cannotListen = error else { throw Unexpected(error) }
        // The socket of 127.0.0.1 is closed again.
        #expect(await BrowserTab.get("/", port: port) == nil)
        Foundation.close(other)
        await (try LoopbackListener.bind(.localhost(port: UInt16(port)))).close()
    }

    @Test(arguments: [false, true]) func startAddressRedirectsEachGetOfThisUser(overIPv6: Bool) async throws {
        guard !overIPv6 || BrowserTab.hasIPv6 else { return }
        let listener = try await LoopbackListener.bind(.localhost)
        let start = listener.startURL(redirectingTo: "https://login.example/?state=s")
        for _ in 0..<2 {
            #expect(await BrowserTab.page(from: start, overIPv6: overIPv6) == "https://login.example/?state=s")
        }
        await listener.close()
    }

    @Test(arguments: [
        ("HEAD", "", "405"), ("POST", "", "405"), ("OPTIONS", "", "405"), ("GET", "?", "404"), ("GET", "/", "404"),
        ("GET", "x", "404"),
    ])
    func onlyAGetOfTheVeryPathRedirects(method: String, more: String, status: String) async throws {
        let listener = try await LoopbackListener.bind(.localhost)
        let start = listener.startURL(redirectingTo: "https://login.example/?state=s")
        let path = start.dropFirst(listener.redirectURI.count)
        let reply = await BrowserTab.send("\(method) \(path)\(more) HTTP/1.1\r\nHost: x\r\n\r\n", port: listener.port)
        #expect(reply?.hasPrefix("HTTP/1.1 \(status)") == true && reply?.contains("login.example") == false)
        #expect(await BrowserTab.get("/start/", port: listener.port)?.hasPrefix("HTTP/1.1 404") == true)
        await listener.close()
    }

    @Test(.enabled(if: getuid() == 0, "only root can act as another user"), arguments: ["127.0.0.1", "[::1]"])
    func otherUserGetsNoAnswer(host: String) async throws {
        guard host == "127.0.0.1" || BrowserTab.hasIPv6 else { return }
        let listener = try await LoopbackListener.bind(.localhost)
        let start = listener.startURL(redirectingTo: "https://login.example/?state=s")
        let url = start.replacing("localhost", with: host)
        #expect(try await Self.curl(url, asUser: 65534) == "")
        #expect(try await Self.curl(url, asUser: 0).hasPrefix("HTTP/1.1 302"))
        await listener.close()
    }

    /// The head of the response.
    private static func curl(_ url: String, asUser user: Int) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid=\(user)", "--clear-groups", "curl", "-sgi", "--noproxy", "*", "--max-time", "20", url,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in
                let output = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
                continuation.resume(returning: String(decoding: output, as: UTF8.self))
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
