import Testing

@testable import AcctCommands

@Suite struct PagePrinterTests {
    @Test(arguments: [
        (100, 1, Duration.seconds(1), "Fetched 100 items on 1 page, 100 a second"),
        (2500, 25, .milliseconds(500), "Fetched 2500 items on 25 pages, 5000 a second"),
        (0, 2, .zero, "Fetched 0 items on 2 pages, 0 a second"),
        (1, 1, .zero, "Fetched 1 items on 1 page, 1000 a second"),
    ])
    func aLineHasItemsPagesAndRate(items: Int, pages: Int, time: Duration, line: String) {
        #expect(PageProgress.line(items: items, pages: pages, in: time) == line)
    }

    @Test func eachPageIsCounted() {
        var progress = PageProgress()
        progress.addPage()
        progress.addPage()
        #expect(progress.line(items: 20).hasPrefix("Fetched 20 items on 2 pages, "))
        #expect(progress.pageCount == 2)
    }
}
