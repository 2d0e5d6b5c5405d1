import Foundation
import Testing

@testable import AccountProfiles

@Suite struct FrecencyTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func after(days: Double) -> Date { start.addingTimeInterval(days * 86400) }

    @Test(arguments: [(0.0, 8.0), (14, 4), (28, 2), (42, 1), (-14, 8)])
    func valueHalvesInTwoWeeks(days: Double, expected: Double) {
        #expect(abs(Frecency(score: 8, at: start).value(at: after(days: days)) - expected) < 1e-9)
    }

    @Test func useAddsOneToTheDecayedValue() {
        let used = Frecency(score: 8, at: start).used(at: after(days: 14))
        #expect(abs(used.score - 5) < 1e-9)
        #expect(used.time == after(days: 14))
    }

    @Test func recentUseBeatsFrequentOldUse() {
        let often = (0..<20).reduce(Frecency(score: 0, at: start)) { last, _ in last.used(at: start) }
        let lately = (0..<3).reduce(Frecency(score: 0, at: start)) { last, day in
            last.used(at: after(days: 60 + Double(day)))
        }
        #expect(often.value(at: start) > lately.value(at: start))
        #expect(often.value(at: after(days: 63)) < lately.value(at: after(days: 63)))
    }

    @Test func valueIsBounded() {
        let daily = (0..<10_000).reduce(Frecency(score: 0, at: start)) { $0.used(at: after(days: Double($1))) }
        #expect(daily.score < 25)
    }
}
