import HTTPTransport
import MicrosoftGraph

/// How far a body that goes into a file has come, said on stderr once that takes longer than a moment.
struct DownloadProgress {
    private let before: Int
    private let total: Int?
    private let output: Output
    private let started = ContinuousClock.now
    private var count: Int
    private var next: ContinuousClock.Instant
    private var isShown = false

    private static let (moment, interval) = (Duration.milliseconds(500), Duration.milliseconds(100))

    init(of answer: HTTPStreamedResponse, _ output: Output) {
        let partial = PartialDownload(answer)
        // A body that is packed has another length than the file.
        let isPlain = answer.status == 200 && answer.headers["Content-Encoding"] == nil
        before = partial?.size ?? 0
        total = partial?.total ?? (isPlain ? answer.headers["Content-Length"].flatMap { Int($0) } : nil)
        count = before
        self.output = output
        next = started + DownloadProgress.moment
    }

    mutating func add(_ bytes: Int) {
        count += bytes
        let now = ContinuousClock.now
        guard now >= next else { return }
        (next, isShown) = (now + DownloadProgress.interval, true)
        let line = TransferLine(verb: "Got", count: count, before: before, total: total, elapsed: now - started)
        output.progress(line.text)
    }

    /// Takes the line away, if there is one.
    func end() {
        if isShown { output.progress("") }
    }
}
