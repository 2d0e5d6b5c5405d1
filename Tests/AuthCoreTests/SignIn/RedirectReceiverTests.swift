import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

@Suite(.timeLimit(.minutes(1))) struct RedirectReceiverTests {
    private enum Outcome: Equatable {
        case response(AuthorizationResponse)
        case timedOut(seconds: Int), wrongState, cancelled, browserUnavailable
        case other(String)

        init(_ error: AuthError) {
            switch error {
            case .redirect(.timedOut(let seconds)): self = .timedOut(seconds: seconds)
            case .redirect(.wrongState): self = .wrongState
            case .network(.cancelled): self = .cancelled
            case .browserUnavailable: self = .browserUnavailable
            default: self = .other("\(error)")
            }
        }
    }

    /// A sign-in that waits for the browser. It ends by `clock`, by a redirect or by cancellation.
    private struct Waiting {
        let clock = HeldClock()
        let listener: LoopbackListener
        let request: AuthorizationRequest

        init() async throws {
            listener = try await LoopbackListener.bind(.localhost)
            request = AuthorizationRequest(
                authority: try Contoso.authority(), configuration: try Contoso.configuration(),
                clientID: Contoso.clientID, redirectURI: listener.redirectURI, signIn: SignInRequest(scopes: []))
        }

        var port: Int { listener.port }
        var answer: String { "code=c&state=\(request.state)" }

        func outcome(
            openBrowser: @escaping @Sendable (String) async throws(AuthError) -> Void = { _ in }
        ) async -> Outcome {
            let receiver = RedirectReceiver(
                listener: listener, timeout: .seconds(300), clock: clock.wallClock, openBrowser: openBrowser)
            do throws(AuthError) {
                let answer = try await receiver.response(to: request, at: request.url)
                await answer.reply(.signedIn(username: "<alice>"))
                return .response(answer.response)
            } catch {
                return Outcome(error)
            }
        }
    }

    @Test func readsTheCodeFromAQuery() async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        let page = await BrowserTab.get("/?\(waiting.answer)", port: waiting.port)
        #expect(await outcome == .response(.code("c")))
        #expect(page?.hasPrefix("HTTP/1.1 200") == true)
        #expect(page?.contains("Signed in as &lt;alice&gt;") == true)
        await waiting.listener.close()
    }

    @Test func readsTheCodeFromAForm() async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        let page = await BrowserTab.post(waiting.answer, port: waiting.port)
        #expect(await outcome == .response(.code("c")))
        #expect(page?.hasPrefix("HTTP/1.1 200") == true)
        await waiting.listener.close()
    }

    @Test(.enabled(if: BrowserTab.hasIPv6)) func receivesTheRedirectOverIPv6() async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        let page = await BrowserTab.get("/?\(waiting.answer)", port: waiting.port, overIPv6: true)
        #expect(await outcome == .response(.code("c")))
        #expect(page?.hasPrefix("HTTP/1.1 200") == true)
        await waiting.listener.close()
    }

    @Test(arguments: [
        ("GET /favicon.ico", "", "404"), ("GET /callback?ANSWER", "", "404"), ("POST /callback", "ANSWER", "404"),
        ("GET /", "", "400"), ("GET /?", "", "400"), ("HEAD /?ANSWER", "", "405"), ("OPTIONS /", "", "204"),
        ("PUT /", "ANSWER", "405"), ("GET /?code=c&state=wrong", "", "400"), ("GET /?code=c", "", "400"),
        ("POST /", "code=c&state=wrong", "400"), ("POST /", "", "400"), ("POST /", "ANSWER&ANSWER", "400"),
        ("GET //?ANSWER", "", "404"), ("GET http://localhost/?ANSWER", "", "404"),
    ])
    func strayRequestGetsAnErrorAndTheWaitContinues(line: String, body: String, status: String) async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        let (line, body) = (
            line.replacing("ANSWER", with: waiting.answer), body.replacing("ANSWER", with: waiting.answer)
        )
        let stray = await BrowserTab.send(
            "\(line) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)", port: waiting.port)
        #expect(stray?.hasPrefix("HTTP/1.1 \(status)") == true, "\(stray ?? "nothing came back")")
        _ = await BrowserTab.get("/?\(waiting.answer)", port: waiting.port)
        #expect(await outcome == .response(.code("c")))
        await waiting.listener.close()
    }

    @Test(arguments: SeededGenerator.seeds)
    func ignoresRandomBytes(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        for _ in 0..<5 {
            await BrowserTab.send(generator.bytes(upTo: 300), port: waiting.port, hangsUp: true)
            await BrowserTab.send("POST / HTTP/1.1\r\nContent-Length: 99\r\n\r\nx", port: waiting.port, hangsUp: true)
        }
        _ = await BrowserTab.post(waiting.answer, port: waiting.port)
        #expect(await outcome == .response(.code("c")))
        await waiting.listener.close()
    }

    @Test func endlessBodyIsCutOff() async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        let filler = "code=huge&state=\(waiting.request.state)&x=" + String(repeating: "x", count: 1 << 20)
        let page = await BrowserTab.post(filler, port: waiting.port)
        #expect(page == "")
        _ = await BrowserTab.post(waiting.answer, port: waiting.port)
        #expect(await outcome == .response(.code("c")))
        await waiting.listener.close()
    }

    @Test func survivesMoreStrayRequestsThanTheQueueHolds() async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { _ = await BrowserTab.get("/?code=c&state=\(number)", port: waiting.port) }
            }
        }
        _ = await BrowserTab.get("/?\(waiting.answer)", port: waiting.port)
        #expect(await outcome == .response(.code("c")))
        await waiting.listener.close()
    }

    /// The receiver reads them only after all have arrived.
    @Test func strayRequestsDoNotDisplaceTheRedirect() async throws {
        let waiting = try await Waiting()
        let targets = (0..<60).map { "/?code=stolen&state=\($0)" } + ["/?\(waiting.answer)"]
        let descriptors = targets.compactMap { target in
            BrowserTab.open("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n", port: waiting.port)
        }
        #expect(descriptors.count == targets.count)
        #expect(await waiting.outcome() == .response(.code("c")))
        for descriptor in descriptors { close(descriptor) }
        await waiting.listener.close()
    }

    /// Connections without a request, with a part of one, and with one whose body never comes.
    @Test(arguments: [60, 200]) func unfinishedConnectionsDoNotHoldUpTheRedirect(count: Int) async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        let parts = [
            "", "G", "GET /?\(waiting.answer) HTTP/1.1\r\n", "POST / HTTP/1.1\r\nContent-Length: 999\r\n\r\nx",
        ]
        let descriptors = (0..<count).compactMap { BrowserTab.open(parts[$0 % parts.count], port: waiting.port) }
        #expect(descriptors.count == count)
        let page = await BrowserTab.get("/?\(waiting.answer)", port: waiting.port)
        #expect(await outcome == .response(.code("c")))
        #expect(page?.hasPrefix("HTTP/1.1 200") == true)
        for descriptor in descriptors { close(descriptor) }
        await waiting.listener.close()
    }

    /// Which of them is closed depends on the threads that accept them.
    @Test func onlySomeUnfinishedConnectionsAreKept() async throws {
        let listener = try await LoopbackListener.bind(.localhost)
        let descriptors = (0..<65).compactMap { _ in BrowserTab.open("", port: listener.port) }
        #expect(descriptors.count == 65)
        #expect(await BrowserTab.closedCount(of: descriptors) == 1)
        for descriptor in descriptors { close(descriptor) }
        await listener.close()
    }

    @Test func errorIsAResponse() async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        _ = await BrowserTab.get("/?error=access_denied&state=\(waiting.request.state)", port: waiting.port)
        #expect(await outcome == .response(.error(OAuthError(code: "access_denied"))))
        await waiting.listener.close()
    }

    @Test func timesOutWithoutARedirect() async throws {
        let waiting = try await Waiting()
        waiting.clock.passDeadline()
        #expect(await waiting.outcome() == .timedOut(seconds: 300))
        await waiting.listener.close()
    }

    @Test func timesOutWithWrongStateAfterStrayRequests() async throws {
        let waiting = try await Waiting()
        async let outcome = waiting.outcome()
        // The response to the second request means that the first was handled.
        for _ in 0..<2 {
            let page = await BrowserTab.get("/?code=c&state=wrong", port: waiting.port)
            #expect(page?.contains("not part of a sign-in") == true)
        }
        waiting.clock.passDeadline()
        #expect(await outcome == .wrongState)
        await waiting.listener.close()
    }

    @Test func failureToOpenTheBrowserEndsTheWait() async throws {
        let waiting = try await Waiting()
        let outcome = await waiting.outcome { _ throws(AuthError) in throw .browserUnavailable("none") }
        #expect(outcome == .browserUnavailable)
        await waiting.listener.close()
    }

    @Test func opensAnAddressThatRedirectsToTheAuthorizationURL() async throws {
        let waiting = try await Waiting()
        let (opened, continuation) = AsyncStream.makeStream(of: String.self)
        async let outcome = waiting.outcome { url in continuation.yield(url) }
        let start = try #require(await opened.first { _ in true })
        #expect(start.hasPrefix("http://localhost:\(waiting.port)/start/"))
        #expect(!start.contains(waiting.request.state) && !start.contains(waiting.request.pkce.challenge))
        #expect(await BrowserTab.page(from: start) == waiting.request.url)
        waiting.clock.passDeadline()
        #expect(await outcome == .timedOut(seconds: 300))
        await waiting.listener.close()
    }

    @Test(arguments: [false, true])
    func cancellationEndsTheWait(strayed: Bool) async throws {
        let waiting = try await Waiting()
        let task = Task { await waiting.outcome() }
        if strayed {
            for _ in 0..<2 { _ = await BrowserTab.get("/?code=c&state=wrong", port: waiting.port) }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        await waiting.listener.close()
    }
}
