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
        (429, "GET", true), (429, "POST", true), (429, "PATCH", true), (509, "POST", true), (503, "GET", true),
        (503, "HEAD", true),
        (503, "PUT", true), (504, "DELETE", true), (503, "POST", false), (504, "PATCH", false), (500, "GET", false),
        (502, "GET", false), (200, "GET", false), (401, "GET", false), (404, "GET", false), (503, "get", false),
    ])
    func statusAndMethodDecideWhetherARequestIsRepeated(status: Int, method: String, isRepeated: Bool) {
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
    func networkFailureIsRetriedUnlessTheRequestCouldBeDoneTwice(error: HTTPError, method: String, isRepeated: Bool) {
        let decision = decide(.failure(error), method, .init(networkFailures: 1))
        #expect(decision == (isRepeated ? .retry(after: .seconds(1)) : .stop))
    }

    @Test(arguments: [(1, true), (2, true), (3, false)])
    func networkFailuresAreRetriedTwice(failures: Int, isRepeated: Bool) {
        let history = RetryPolicy.History(attempts: failures, networkFailures: failures)
        let decision = decide(.failure(.cannotResolve(host: "h")), "GET", history)
        #expect((decision == .stop) == !isRepeated)
    }

    @Test(arguments: [(3, 0, true), (50, 239, true), (50, 241, false)])
    func withoutARetryLimitOnlyTheWaitingTimeLimitsNetworkRetries(failures: Int, waited: Int, isRepeated: Bool) {
        var patient = policy
        patient.networkRetries = nil
        let decision = patient.decide(
            .failure(.cannotResolve(host: "h")), method: "GET",
            history: .init(
                attempts: failures, networkFailures: failures, budget: RetryBudget(waited: .seconds(waited))), now: now)
        let wait = Duration.seconds(failures == 3 ? 4 : 60)
        #expect(decision == (isRepeated ? .retry(after: wait) : .stop))
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (50, 60)])
    func withoutRetryAfterTheWaitDoublesUpToAMinute(attempt: Int, seconds: Int) {
        for headers in [[:], ["Retry-After": "soon"], ["Retry-After": "0"]] as [HTTPHeaders] {
            let decision = decide(.response(status: 429, headers: headers), "GET", .init(attempts: attempt))
            #expect(decision == .retry(after: .seconds(seconds)))
        }
    }

    @Test(arguments: [(0, "300", true), (0, "300.5", false), (299, "1", true), (299, "2", false), (0, "150100", false)])
    func sumOfAllWaitsIsLimited(waited: Int, asked: String, isAllowed: Bool) throws {
        let seconds = try #require(Double(asked))
        let wait = Duration.milliseconds(Int(seconds * 1000))
        let history = RetryPolicy.History(attempts: 2, budget: RetryBudget(waited: .seconds(waited)))
        let decision = decide(.response(status: 429, headers: ["Retry-After": asked]), "GET", history)
        #expect(decision == (isAllowed ? .retry(after: wait) : .stop))
    }

    @Test func numberOfAttemptsIsLimited() {
        let outcome = RetryPolicy.Outcome.response(status: 429, headers: ["Retry-After": "0.001"])
        #expect(decide(outcome, "GET", .init(attempts: 100)) == .stop)
    }
}

@Suite struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func wait(_ value: String) -> Duration? {
        RetryAfter.wait(in: ["retry-after": value], now: now)
    }

    @Test(
        arguments: [
            ("0", .zero), ("1", .seconds(1)), ("120", .seconds(120)), ("2.128", .milliseconds(2128)),
            ("0.9", .milliseconds(900)), ("150100", .seconds(150_100)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)), ("Sunday, 06-Nov-94 08:50:37 GMT", .seconds(60)),
            ("Sun Nov  6 08:50:37 1994", .seconds(60)), ("Sun, 06 Nov 1994 08:49:37 GMT", .zero),
            ("Sat, 05 Nov 1994 08:49:37 GMT", .zero), ("Mon, 07 Nov 1994 10:49:37 GMT", .seconds(93_600)),
        ] as [(String, Duration)])
    func secondsDecimalsAndDatesAreRead(value: String, expected: Duration) {
        #expect(wait(value) == expected)
    }

    @Test(arguments: [
        "", " ", "soon", "-1", "+1", "1e3", "0x10", "nan", "inf", "1.", ".5", "1.2.3", "1,5", "\u{661}",
        "Sun, 06 Nov 1994 08:49:37", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    ])
    func invalidValuesAreNil(value: String) {
        #expect(wait(value) == nil)
    }

    /// The local clock can be far from the server's.
    @Test(arguments: [-86_400.0, 0, 86_400]) func dateIsMeasuredByTheClockOfTheResponse(error: TimeInterval) {
        let headers: HTTPHeaders = [
            "Date": "Sun, 06 Nov 1994 08:50:07 GMT", "Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT",
        ]
        #expect(RetryAfter.wait(in: headers, now: now + error) == .seconds(30))
    }

    @Test func missingFieldIsNil() {
        #expect(RetryAfter.wait(in: [:], now: now) == nil)
    }

    @Test func hugeValuesDoNotTrap() throws {
        let digits = String(repeating: "9", count: 400)
        #expect(try #require(wait(digits)) > .seconds(1_000_000_000))
        #expect(try #require(wait("Fri, 31 Dec 9999 23:59:59 GMT")) > .seconds(1_000_000_000))
    }

    @Test func datesAgreeWithFoundation() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let seconds = Double(Int.random(in: 0..<8_000_000_000, using: &random))
            let text = formatter.string(from: now + seconds)
            #expect(wait(text) == .seconds(Int(seconds)), "\(text)")
        }
    }

    @Test func randomInputNeverTraps() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("0123456789.,:-+eE SunNovGMT\u{0}\u{e9}")
        for _ in 0..<5000 {
            let text = String(
                (0..<Int.random(in: 0...30, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
            if let wait = wait(text) { #expect(wait >= .zero) }
        }
    }
}
