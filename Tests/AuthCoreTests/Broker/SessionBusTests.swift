import Testing

@testable import AuthCore

@Suite struct SessionBusTests {
    @Test(
        arguments: [
            (nil, UInt64.max), (.seconds(-1), 0), (.zero, 0), (.milliseconds(1500), 1_500_000),
            (.seconds(Int64.max), 3_155_760_000_000_000),
        ] as [(Duration?, UInt64)])
    func limitFitsTheBus(limit: Duration?, microseconds: UInt64) {
        #expect(SessionBus.microseconds(limit) == microseconds)
    }
}
