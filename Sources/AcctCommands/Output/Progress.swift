import ArgumentParser
import Synchronization

/// The progress of long work.
struct Progress {
    enum Unit: Equatable {
        case items(pages: Int)
        case bytes
        case requests
    }

    /// The verb, such as `Fetched`.
    let verb: String
    let unit: Unit
    /// The number of units that are done, those of earlier runs included.
    let count: Int
    /// The number of units that earlier runs have done.
    let resumedFrom: Int
    /// Nil when it is not known.
    let total: Int?
    let elapsed: Duration
    /// Whether the work is done, so that the count is the total.
    private(set) var isComplete = false

    init(_ verb: String, _ unit: Unit, count: Int, resumedFrom: Int = 0, total: Int?, elapsed: Duration) {
        (self.verb, self.unit, self.count, self.resumedFrom) = (verb, unit, count, resumedFrom)
        (self.total, self.elapsed) = (total, elapsed)
    }

    /// The progress of the same work at its end.
    var completed: Progress {
        var progress = Progress(
            verb, unit, count: count, resumedFrom: resumedFrom, total: count, elapsed: elapsed)
        progress.isComplete = true
        return progress
    }

    /// `Sent 20.0 of 100.0 MiB (20 %), 5.1 MiB/s, about 16 s left`
    var line: String {
        let percent = total.map { " (\($0 > 0 ? min(count * 100 / $0, 100) : 100) %)" } ?? ""
        let left = secondsLeft.map { ", about \(Self.span($0)) left" } ?? ""
        return "\(verb) \(amount)\(percent), \(speed)\(left)"
    }

    /// `20.0 of 100.0 MiB`
    var amount: String {
        switch unit {
        case .bytes:
            let whole = total.map { " of \(Self.mebibytes(Double($0)))" } ?? ""
            return "\(Self.mebibytes(Double(count)))\(whole) MiB"
        case .items(let pages):
            return "\(counted("items")) on \(pages) \(pages == 1 ? "page" : "pages")"
        case .requests: return counted("requests")
        }
    }

    /// A second, of this run.
    private var rate: Double { Double(max(count - resumedFrom, 0)) / max(elapsed / .seconds(1), 0.001) }

    /// Nil when it cannot be told: without a total, and in the first second.
    private var secondsLeft: Int? {
        guard let total, total > count, rate > 0, elapsed >= .seconds(1) else { return nil }
        return Int(min((Double(total - count) / rate).rounded(.up), 1e9))
    }

    private var speed: String {
        unit == .bytes ? "\(Self.mebibytes(rate)) MiB/s" : "\(Int(rate)) a second"
    }

    private func counted(_ noun: String) -> String { "\(count)\(total.map { " of \($0)" } ?? "") \(noun)" }

    private static func span(_ seconds: Int) -> String {
        switch seconds {
        case ..<100: "\(seconds) s"
        case ..<6000: "\((seconds + 30) / 60) min"
        default: "\((seconds + 1800) / 3600) h"
        }
    }

    private static func mebibytes(_ bytes: Double) -> String {
        let tenths = Int(min(bytes * 10 / 1_048_576, 1e15))
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// Progress as a line of JSON:
/// `{"progress":{"unit":"items","done":300,"total":3000,"pages":3,"seconds":2.1,"secondsLeft":18}}`. The last line of work
/// that succeeds has `"complete":true`.
extension Progress {
    var json: String {
        let pages: Int? = if case .items(let pages) = unit { pages } else { nil }
        let fields = Fields(
            unit: unitName, done: count, total: total, pages: pages,
            seconds: (elapsed / .milliseconds(100)).rounded() / 10, secondsLeft: secondsLeft,
            complete: isComplete ? true : nil)
        // Strings and numbers always encode.
        return (try? JSONText.of(Envelope(progress: fields), pretty: false)) ?? ""
    }

    private var unitName: String {
        switch unit {
        case .items: "items"
        case .bytes: "bytes"
        case .requests: "requests"
        }
    }

    private struct Envelope: Encodable { let progress: Fields }

    private struct Fields: Encodable {
        let unit: String
        let done: Int
        let total, pages: Int?
        let seconds: Double
        let secondsLeft: Int?
        let complete: Bool?
    }
}

/// The values of `--progress`.
enum ProgressFormat: String, ExpressibleByArgument, CaseIterable {
    case json, none
}

/// Lets through a line of progress from time to time: one a second in a log, and as many on a terminal as eyes can follow.
final class ProgressLines: Sendable {
    private let interval: Duration
    private let next = Mutex(ContinuousClock.now)

    init(every interval: Duration) { self.interval = interval }

    func takesNext() -> Bool {
        next.withLock { next in
            let now = ContinuousClock.now
            guard now >= next else { return false }
            next = now + interval
            return true
        }
    }
}

/// The option for the progress of long work.
struct ProgressOption: ParsableArguments {
    @Option(
        name: .customLong("progress"),
        help: ArgumentHelp(
            "Write the progress of long work to stderr as lines of JSON, one a second and one at the end with complete "
                + "(json), or nowhere (none). Else it is a line on a terminal.", valueName: "form"))
    var format: ProgressFormat?
}
