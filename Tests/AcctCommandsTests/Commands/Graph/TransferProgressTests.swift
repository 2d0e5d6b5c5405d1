import Testing

@testable import AcctCommands

@Suite struct TransferProgressTests {
    struct Case: Sendable {
        let mebibytes, resumedFrom: Int
        let total: Int?
        let seconds: Int
        let text: String
    }

    @Test(arguments: [
        Case(mebibytes: 20, resumedFrom: 0, total: 100, seconds: 4, text: "Sent 20.0 of 100.0 MiB (20 %), 5.0 MiB/s"),
        Case(mebibytes: 60, resumedFrom: 40, total: 100, seconds: 4, text: "Sent 60.0 of 100.0 MiB (60 %), 5.0 MiB/s"),
        Case(mebibytes: 0, resumedFrom: 0, total: 1, seconds: 0, text: "Sent 0.0 of 1.0 MiB (0 %), 0.0 MiB/s"),
        Case(mebibytes: 0, resumedFrom: 0, total: 0, seconds: 1, text: "Sent 0.0 of 0.0 MiB (100 %), 0.0 MiB/s"),
        Case(mebibytes: 3, resumedFrom: 0, total: 1, seconds: 1, text: "Sent 3.0 of 1.0 MiB (100 %), 3.0 MiB/s"),
        Case(mebibytes: 3, resumedFrom: 0, total: nil, seconds: 2, text: "Sent 3.0 MiB, 1.5 MiB/s"),
    ])
    func aLineHasBytesPercentageAndRate(_ row: Case) {
        let line = TransferLine(
            verb: "Sent", count: row.mebibytes << 20, resumedFrom: row.resumedFrom << 20,
            total: row.total.map { $0 << 20 },
            elapsed: .seconds(row.seconds))
        #expect(line.text == row.text)
    }
}
