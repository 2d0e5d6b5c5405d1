import Testing

@testable import AcctCommands

@Suite struct TimeSpanTests {
    @Test(arguments: [
        ("0", 0), ("90", 90), ("30s", 30), ("2m", 120), ("1h", 3600), ("2d", 172_800), ("99999999h", 359_999_996_400),
    ])
    func numberWithAUnitIsParsed(text: String, seconds: Int) {
        #expect(TimeSpan(text)?.duration == .seconds(seconds))
    }

    @Test(arguments: ["", "s", "-1", "1.5h", "1 h", "1w", "1D", "1hh", "999999999s", "²", "１s", "1H"])
    func otherTextIsRejected(text: String) {
        #expect(TimeSpan(text) == nil)
    }
}
