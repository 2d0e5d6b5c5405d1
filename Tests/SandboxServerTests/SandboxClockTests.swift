import Testing

@testable import SandboxServer

@Suite struct SandboxClockTests {
    @Test(arguments: [
        (0, "1970-01-01 00:00:00Z"), (951_782_399, "2000-02-28 23:59:59Z"), (951_782_400, "2000-02-29 00:00:00Z"),
        (1_767_924_132, "2026-01-09 02:02:12Z"), (4_107_542_400, "2100-03-01 00:00:00Z"),
        (-1, "1969-12-31 23:59:59Z"),
    ])
    func secondsConvertToDates(seconds: Int, text: String) {
        #expect(Timestamp(seconds).entra == text)
    }

    @Test func httpDatesIncludeTheWeekday() {
        #expect(Timestamp(784_111_777).http == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
