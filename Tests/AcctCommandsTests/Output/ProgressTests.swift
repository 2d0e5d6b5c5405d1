import Testing

@testable import AcctCommands

@Suite struct ProgressTests {
    struct Case: Sendable {
        let count, resumedFrom: Int
        let total: Int?
        let time: Duration
        let text: String
    }

    @Test(arguments: [
        Case(
            count: 20, resumedFrom: 0, total: 100, time: .seconds(4),
            text: "Sent 20.0 of 100.0 MiB (20 %), 5.0 MiB/s, about 16 s left"),
        Case(
            count: 60, resumedFrom: 40, total: 100, time: .seconds(4),
            text: "Sent 60.0 of 100.0 MiB (60 %), 5.0 MiB/s, about 8 s left"),
        Case(count: 0, resumedFrom: 0, total: 1, time: .zero, text: "Sent 0.0 of 1.0 MiB (0 %), 0.0 MiB/s"),
        Case(count: 0, resumedFrom: 0, total: 0, time: .seconds(1), text: "Sent 0.0 of 0.0 MiB (100 %), 0.0 MiB/s"),
        Case(count: 3, resumedFrom: 0, total: 1, time: .seconds(1), text: "Sent 3.0 of 1.0 MiB (100 %), 3.0 MiB/s"),
        Case(count: 3, resumedFrom: 0, total: nil, time: .seconds(2), text: "Sent 3.0 MiB, 1.5 MiB/s"),
    ])
    func lineOfATransferHasBytesShareRateAndTime(_ row: Case) {
        let progress = Progress(
            "Sent", .bytes, count: row.count << 20, resumedFrom: row.resumedFrom << 20,
            total: row.total.map { $0 << 20 }, elapsed: row.time)
        #expect(progress.line == row.text)
    }

    @Test(arguments: [
        (100, 1, nil, Duration.seconds(1), "Fetched 100 items on 1 page, 100 a second"),
        (2500, 25, nil, .milliseconds(500), "Fetched 2500 items on 25 pages, 5000 a second"),
        (0, 2, nil, .zero, "Fetched 0 items on 2 pages, 0 a second"),
        (300, 3, 3000, .seconds(2), "Fetched 300 of 3000 items on 3 pages (10 %), 150 a second, about 18 s left"),
        (
            1, 1, 90_000, .seconds(1),
            "Fetched 1 of 90000 items on 1 page (0 %), 1 a second, about 25 h left"
        ),
        (10, 1, 6010, .seconds(10), "Fetched 10 of 6010 items on 1 page (0 %), 1 a second, about 2 h left"),
        (10, 1, 610, .seconds(10), "Fetched 10 of 610 items on 1 page (1 %), 1 a second, about 10 min left"),
    ])
    func lineOfACollectionHasItemsPagesRateAndTime(
        items: Int, pages: Int, total: Int?, time: Duration, line: String
    ) {
        let progress = Progress("Fetched", .items(pages: pages), count: items, total: total, elapsed: time)
        #expect(progress.line == line)
    }

    @Test(arguments: [
        (
            Progress("Fetched", .items(pages: 3), count: 300, total: 3000, elapsed: .milliseconds(2040)),
            #"{"progress":{"done":300,"pages":3,"seconds":2,"secondsLeft":19,"total":3000,"unit":"items"}}"#
        ),
        (
            Progress("Sent", .bytes, count: 5, total: nil, elapsed: .milliseconds(1500)),
            #"{"progress":{"done":5,"seconds":1.5,"unit":"bytes"}}"#
        ),
    ])
    func programsGetAnObject(progress: Progress, json: String) {
        #expect(progress.json == json)
    }

    @Test func lastLineSaysThatTheWorkIsComplete() {
        let progress = Progress("Fetched", .items(pages: 3), count: 250, total: nil, elapsed: .seconds(2))
        #expect(
            progress.completed.json
                == #"{"progress":{"complete":true,"done":250,"pages":3,"seconds":2,"total":250,"unit":"items"}}"#)
    }

    @Test func programsGetOneLineASecond() {
        let lines = ProgressLines(every: .seconds(1))
        #expect(lines.takesNext())
        #expect(!lines.takesNext())
    }
}
