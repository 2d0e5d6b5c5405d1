import Foundation
import Testing

@testable import AcctCommands

@Suite struct RelativeTimeTests {
    @Test(arguments: [
        (0.0, "just now"), (59.9, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"),
        (86_399, "23 h ago"), (86_400, "1 d ago"), (31_536_000, "365 d ago"),
        // After the clock was set back the age is negative, which counts as 0.
        (-5, "just now"), (-1e9, "just now"),
    ])
    func ageIsInWords(seconds: Double, words: String) {
        let now = Date(timeIntervalSince1970: 2_000_000_000)
        #expect(RelativeTime.text(now - seconds, now: now) == words)
    }

    @Test func missingTimeIsNever() {
        #expect(RelativeTime.text(nil, now: Date(timeIntervalSince1970: 0)) == "never")
    }
}
