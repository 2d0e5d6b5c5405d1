import Foundation
import HTTPTransport
import Testing

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy()
    private let now = Date(timeIntervalSince1970: 0)

    private func decide(
        _ outcome: RetryPolicy.Outcome, _ method: String = "GET", _ history: RetryPolicy.History = .init()
    ) -> RetryPolicy.Decision {
        policy.decide(outcome, method: method, history: history, now: now)
    }

    @Test(arguments: [
        (429, "GET", true), (429, "POST", true), (429, "PATCH", true), (503, "GET", true), (503, "HEAD", true),
        (503, "PUT", true), (504, "DELETE", true), (503, "POST", false), (504, "PATCH", false), (500, "GET", false),
        (502, "GET", false), (200, "GET", false), (401, "GET", false), (404, "GET", false), (503, "get", false),
    ])
    func statusAndMethodDecide(status: Int, method: String, isRepeated: Bool) {
        let decision = decide(.response(status: status, headers: ["Retry-After": "7"]), method)
        #expect(decision == (isRepeated ? .retry(after: .seconds(7)) : .stop))
    }

    @Test(arguments: [
        (HTTPError.cannotResolve(host: "h"), "POST", true), (.cannotConnect(host: "h", reason: ""), "POST", true),
        (.connectionLost(host: "h", reason: ""), "GET", true), (.connectionLost(host: "h", reason: ""), "POST", false),
        (.timedOut(host: "h", seconds: 1), "PUT", true), (.timedOut(host: "h", seconds: 1), "PATCH", false),
        (.tls(host: "h", reason: ""), "GET", false), (.cancelled, "GET", false),
        (.malformedResponse(host: "h", reason: ""), "GET", false), (.bodyTooLarge(limit: 1), "GET", false),
    ])
    func aLostNetworkIsTriedAgainWhereNothingCanHappenTwice(error: HTTPError, method: String, isRepeated: Bool) {
        let decision = decide(.failure(error), method, .init(networkFailures: 1))
        #expect(decision == (isRepeated ? .retry(after: .seconds(1)) : .stop))
    }

    @Test(arguments: [(1, true), (2, true), (3, false)])
    func theNetworkIsTriedAgainTwice(failures: Int, isRepeated: Bool) {
        let history = RetryPolicy.History(attempts: failures, networkFailures: failures)
        let decision = decide(.failure(.cannotResolve(host: "h")), "GET", history)
        #expect((decision == .stop) == !isRepeated)
    }

    @Test(arguments: [(3, 0, true), (50, 239, true), (50, 241, false)])
    func withoutACountTheNetworkIsTriedForAsLongAsMayBeWaited(failures: Int, waited: Int, isRepeated: Bool) {
        var patient = policy
        patient.networkRetries = nil
        let decision = patient.decide(
            .failure(.cannotResolve(host: "h")), method: "GET",
            history: .init(
                attempts: failures, networkFailures: failures, budget: RetryBudget(waited: .seconds(waited))), now: now)
        let wait = Duration.seconds(failures == 3 ? 4 : 60)
        #expect(decision == (isRepeated ? .retry(after: wait) : .giveUp(wait: wait)))
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (50, 60)])
    func withoutAnAskedWaitItDoublesUpToAMinute(attempt: Int, seconds: Int) {
        for headers in [[:], ["Retry-After": "soon"], ["Retry-After": "0"]] as [HTTPHeaders] {
            let decision = decide(.response(status: 429, headers: headers), "GET", .init(attempts: attempt))
            #expect(decision == .retry(after: .seconds(seconds)))
        }
    }

    @Test(arguments: [(0, "300", true), (0, "300.5", false), (299, "1", true), (299, "2", false), (0, "150100", false)])
    func allWaitsTogetherAreBounded(waited: Int, asked: String, isAllowed: Bool) throws {
        let seconds = try #require(Double(asked))
        let wait = Duration.milliseconds(Int(seconds * 1000))
        let history = RetryPolicy.History(attempts: 2, budget: RetryBudget(waited: .seconds(waited)))
        let decision = decide(.response(status: 429, headers: ["Retry-After": asked]), "GET", history)
        #expect(decision == (isAllowed ? .retry(after: wait) : .giveUp(wait: wait)))
    }

    @Test func aServerThatKeepsAskingForMomentsIsGivenUp() {
        let outcome = RetryPolicy.Outcome.response(status: 429, headers: ["Retry-After": "0.001"])
        #expect(decide(outcome, "GET", .init(attempts: 100)) == .giveUp(wait: .milliseconds(1)))
    }
}
