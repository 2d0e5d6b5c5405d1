import Foundation
import HTTPTransport
import Testing

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
    func readsSecondsDecimalsAndDates(value: String, expected: Duration) {
        #expect(wait(value) == expected)
    }

    @Test(arguments: [
        "", " ", "soon", "-1", "+1", "1e3", "0x10", "nan", "inf", "1.", ".5", "1.2.3", "1,5", "\u{661}",
        "Sun, 06 Nov 1994 08:49:37", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    ])
    func makesNothingOfNonsense(value: String) {
        #expect(wait(value) == nil)
    }

    @Test func absentIsNil() {
        #expect(RetryAfter.wait(in: [:], now: now) == nil)
    }

    @Test func numbersTooLargeToWaitForDoNotTrap() throws {
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
