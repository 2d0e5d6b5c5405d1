import Foundation
import Testing

@testable import AcctCommands

@Suite struct RelativeTimeTests {
    @Test(arguments: [
        (0.0, "just now"), (59.9, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"),
        (86_399, "23 h ago"), (86_400, "1 d ago"), (31_536_000, "365 d ago"),
        // A clock that was set back is no reason to speak of the future.
        (-5, "just now"), (-1e9, "just now"),
    ])
    func anAgeIsInWords(seconds: Double, words: String) {
        let now = Date(timeIntervalSince1970: 2_000_000_000)
        #expect(RelativeTime.text(now - seconds, now: now) == words)
    }

    @Test func noTimeIsNever() {
        #expect(RelativeTime.text(nil, now: Date(timeIntervalSince1970: 0)) == "never")
    }
}
