import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AuthCore

/// The callers that a failed renewal answers: those that waited for it, and those that would only repeat it.
@Suite(.timeLimit(.minutes(1))) struct FailedRenewalTests {
    private let fixture = SilentAcquisitionFixture()

    private static func refusal(_ members: String) -> ScriptedHTTP.Reply { .json("{\(members)}", status: 400) }

    private final class Counter: Sendable {
        let count = Mutex(0)
    }

    private static let revoked = refusal(#""error":"invalid_grant","error_codes":[50173]"#)

    /// The errors of twelve requests that are made while the first is under way.
    private func errors(
        of reply: ScriptedHTTP.Reply, forced: Bool, _ server: ScriptedHTTP, _ fixture: SilentAcquisitionFixture
    ) async -> [AuthError?] {
        await withTaskGroup(of: AuthError?.self) { group in
            for number in 0..<12 {
                // A network's failure concerns every request, a refusal the same one.
                let scopes: Scopes = reply.isFailure && number % 2 == 0 ? ["Mail.Read"] : ["User.Read"]
                group.addTask { await fixture.failure(server, scopes: scopes, forceRefresh: forced) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(
        arguments: [revoked, refusal(#""error":"invalid_request""#), .failure(.timedOut(host: "h", seconds: 30))],
        [false, true])
    func requestsThatWaitedForAFailureShareIt(reply: ScriptedHTTP.Reply, isForced: Bool) async throws {
        var fixture = fixture
        try fixture.cache(refreshToken: "RT-cached")
        let clock = fixture.clock
        let waiting = Counter()
        fixture.onRefreshLock = { waiting.count.withLock { $0 += 1 } }
        // The reply comes once all requests wait for it.
        let server = ScriptedHTTP(repeating: reply) { _ in
            while waiting.count.withLock({ $0 }) < 12 { await Task.yield() }
            clock.advance(by: 3)
        }
        let errors = await errors(of: reply, forced: isForced, server, fixture)
        #expect(server.requests.count == 1)
        for error in errors {
            switch error {
            case .interactionRequired(let details):
                guard case .server(let error) = details.reason else { throw Unexpected(details) }
                #expect(error.codes == [50173])
            case .refused(let error): #expect(error.code == "invalid_request")
            case .network(.timedOut(host: "h", seconds: 30)): #expect(reply.isFailure)
            default: throw Unexpected(error)
            }
        }
    }

    /// A demand for interaction is not sent again for a minute. Every other failure, and every other request, is.
    @Test(
        arguments: [
            (revoked, 59.0, false), (revoked, 60, true),
            (refusal(#""error":"interaction_required","suberror":"basic_action""#), 59, false),
            // Somebody else may have consented meanwhile.
            (refusal(#""error":"invalid_grant","suberror":"consent_required""#), 1, true),
            (refusal(#""error":"invalid_grant","error_codes":[65001]"#), 1, true),
            (refusal(#""error":"invalid_request""#), 1, true), (.failure(.timedOut(host: "h", seconds: 30)), 1, true),
            // The clock was ahead when the failure was recorded.
            (revoked, -3600, true),
        ] as [(ScriptedHTTP.Reply, Double, Bool)])
    func laterRequestAsksTheServerAgain(reply: ScriptedHTTP.Reply, seconds: Double, isSent: Bool) async throws {
        try fixture.cache(refreshToken: "RT-cached")
        let first = await fixture.failure(ScriptedHTTP([reply]))
        fixture.clock.advance(by: seconds)
        let server = ScriptedHTTP(isSent ? [.json(try Contoso.tokens())] : [])
        let second = await fixture.failure(server)
        #expect((second == nil) == isSent)
        if !isSent { #expect("\(String(describing: second))" == "\(String(describing: first))") }
        server.expectAllUsed()
    }

    @Test func scopesInOtherWordsAreTheSameRequest() async throws {
        try fixture.cache(refreshToken: "RT-cached")
        _ = await fixture.failure(ScriptedHTTP([Self.revoked]))
        let second = await fixture.failure(ScriptedHTTP(), scopes: ["https://graph.microsoft.com/user.read"])
        guard case .interactionRequired = second else { throw Unexpected(second) }
    }

    @Test func otherRequestsAreSentAllTheSame() async throws {
        try fixture.cache(refreshToken: "RT-cached")
        _ = await fixture.failure(ScriptedHTTP([Self.revoked]))
        let tokens = try Contoso.tokens()
        for (scopes, isForced) in [(["User.Read"], true), (["Mail.Read"], false)] as [(Scopes, Bool)] {
            let server = ScriptedHTTP([.json(tokens)])
            _ = await fixture.failure(server, scopes: scopes, forceRefresh: isForced)
            server.expectAllUsed()
        }
    }

    @Test func signInAfterARefusalAllowsTheNextRenewal() async throws {
        try fixture.cache(refreshToken: "RT-cached")
        _ = await fixture.failure(ScriptedHTTP([Self.revoked]))
        try fixture.cache(refreshToken: "RT-of-the-sign-in")
        #expect(await fixture.failure(ScriptedHTTP([.json(try Contoso.tokens())])) == nil)
    }

    /// Otherwise each call would wait for an endpoint that does not respond, with a token at hand.
    @Test func earlyRenewalThatFailedIsNotTriedAgainForFiveMinutes() async throws {
        try fixture.cache(expiresOn: 20_000, refreshOn: 9999)
        try fixture.cache(refreshToken: "RT-cached")
        let offline = ScriptedHTTP.Reply.failure(.timedOut(host: "h", seconds: 30))
        #expect(try await fixture.acquire(ScriptedHTTP([offline])).source == .fallback)
        #expect(try await fixture.acquire(ScriptedHTTP()).source == .cache)
        fixture.clock.advance(by: 299)
        #expect(try await fixture.acquire(ScriptedHTTP()).accessToken == Secret("AT-cached"))
        fixture.clock.advance(by: 1)
        #expect(try await fixture.acquire(ScriptedHTTP([.json(try Contoso.tokens())])).source == .server)
    }

    /// The server looked at the token of before the sign-in.
    @Test func refusalOfATokenThatASignInReplacedIsNoRefusal() async throws {
        try fixture.cache(refreshToken: "RT-cached")
        let fixture = fixture
        let signIns = Mutex(1)
        let server = ScriptedHTTP([Self.revoked, .json(try Contoso.tokens())]) { _ in
            guard
                signIns.withLock({
                    $0 -= 1; return $0 == 0
                })
            else { return }
            #expect(throws: Never.self) { try fixture.cache(refreshToken: "RT-of-the-sign-in") }
        }
        #expect(try await fixture.acquire(server).source == .server)
        #expect(server.forms.map { $0["refresh_token"] } == ["RT-cached", "RT-of-the-sign-in"])
        #expect(try fixture.refreshToken()?.rejectedAt == nil)
    }

    @Test func everyCauseSurvivesTheStore() throws {
        let request = SilentRequest(account: Contoso.account, tenantID: "t", scopes: ["User.Read"], claims: "{}")
        let refusal = OAuthError(code: "invalid_grant", description: "d", suberror: "s", codes: [1], claims: "{}")
        let errors: [AuthError] = [
            request.interactionRequired(.server(refusal)), .refused(refusal), .network(.cannotResolve(host: "h")),
            .network(.untrustedCertificate(host: "h", .expired)), .unexpectedPage(url: "u", status: 200),
            .serverUnavailable(url: "u", status: 503, retryAfterSeconds: 9),
        ]
        for error in errors {
            let failure = try #require(FailedRenewal(error, of: request, at: Date(timeIntervalSince1970: 1.5)))
            let read = try JSONDecoder().decode(FailedRenewal.self, from: JSONEncoder().encode(failure))
            #expect(read == failure)
            #expect("\(read.error(for: request))" == "\(error)")
        }
        for error in [AuthError.network(.cancelled), request.interactionRequired(.noTokens), .deviceCodeExpired] {
            #expect(FailedRenewal(error, of: request, at: Date()) == nil)
        }
    }
}

extension ScriptedHTTP.Reply {
    fileprivate var isFailure: Bool {
        if case .failure = self { return true }
        return false
    }
}
