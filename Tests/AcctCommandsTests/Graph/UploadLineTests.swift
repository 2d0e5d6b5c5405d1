import Testing

@testable import AcctCommands

@Suite struct UploadLineTests {
    @Test func saysBytesShareAndRate() {
        let line = UploadLine(sent: 20 << 20, total: 100 << 20, elapsed: .seconds(4))
        #expect(line.text == "Sent 20.0 of 100.0 MiB (20 %), 5.0 MiB/s")
        #expect(UploadLine(sent: 0, total: 1, elapsed: .zero).text == "Sent 0.0 of 0.0 MiB (0 %), 0.0 MiB/s")
    }
}
