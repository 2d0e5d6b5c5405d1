/// How far a run over pages has come.
struct PageProgress {
    private(set) var pageCount = 0
    private let start = ContinuousClock.now

    mutating func addPage() {
        pageCount += 1
    }

    func line(items itemCount: Int) -> String {
        PageProgress.line(items: itemCount, pages: pageCount, in: .now - start)
    }

    static func line(items: Int, pages: Int, in time: Duration) -> String {
        let seconds = max(time / .seconds(1), 0.001)
        return
            "Fetched \(items) items on \(pages) \(pages == 1 ? "page" : "pages"), \(Int(Double(items) / seconds)) a second"
    }
}
