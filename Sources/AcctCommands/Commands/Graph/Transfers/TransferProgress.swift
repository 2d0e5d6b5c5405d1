import HTTPTransport
import MicrosoftGraph
import Synchronization

/// The progress of a body that goes into a file, shown on stderr if it takes longer than a moment.
struct DownloadProgress {
    private let resumedFrom: Int
    private let total: Int?
    private let output: Output
    private let started = ContinuousClock.now
    private var count: Int

    private static let delay = Duration.milliseconds(500)

    init(of response: HTTPStreamedResponse, output: Output) {
        let partial = PartialDownload(response)
        // The length of a compressed body is not the length of the file.
        let isPlain = response.status == 200 && response.headers["Content-Encoding"] == nil
        resumedFrom = partial?.size ?? 0
        total = partial?.total ?? (isPlain ? response.headers.contentLength : nil)
        count = resumedFrom
        self.output = output
    }

    mutating func add(_ bytes: Int) {
        count += bytes
        if .now - started >= Self.delay { output.progress(progress) }
    }

    private var progress: Progress {
        Progress(
            "Downloaded", .bytes, count: count, resumedFrom: resumedFrom, total: total, elapsed: .now - started)
    }

    /// Removes the line, if there is one.
    ///
    /// - Parameter isComplete: whether all of the body has come.
    func end(isComplete: Bool) {
        if isComplete { output.end(progress) } else { output.clearProgress() }
    }
}

/// The progress of an upload in pieces, shown on stderr.
final class UploadProgress: Sendable {
    private struct Position {
        var sent = 0
        var resumedFrom = 0
    }

    private let total: Int
    /// Whether another run can resume the upload.
    private let canResume: Bool
    private let output: Output
    private let started = ContinuousClock.now
    /// Nil before the first event.
    private let position = Mutex<Position?>(nil)

    init(total: Int, canResume: Bool, output: Output) {
        self.total = total
        self.canResume = canResume
        self.output = output
    }

    func report(_ event: UploadEvent) {
        switch event {
        case .resumed(let sent):
            let position = Position(sent: sent, resumedFrom: sent)
            self.position.withLock { $0 = position }
            output.note("Resuming the interrupted upload: the server has \(progress(at: position).amount).")
        case .restarted:
            output.note("The server no longer knows the interrupted upload, so it starts over.")
        case .sent(let sent):
            let position = self.position.withLock { position in
                let new = Position(sent: sent, resumedFrom: sent == 0 ? 0 : position?.resumedFrom ?? 0)
                position = new
                return new
            }
            output.progress(progress(at: position))
        case .waiting(let wait, let status):
            output.note(
                "The server responded with status \(status). Waiting \(wait.roundedUpSeconds) s before trying again.")
        }
    }

    /// Ends the progress of an upload that is complete.
    func end() { output.end(progress(at: Position(sent: total))) }

    /// The failure, with the way to resume if there is one.
    func failure(for error: any Error) -> any Error {
        output.clearProgress()
        guard canResume, let position = position.withLock(\.self) else { return error }
        var failure = Failure(error)
        guard failure.kind == .network || failure.kind == .cancelled else { return failure }
        failure.message += " The server has \(progress(at: position).amount). To resume, run the same command again."
        return failure
    }

    private func progress(at position: Position) -> Progress {
        Progress(
            "Sent", .bytes, count: position.sent, resumedFrom: position.resumedFrom, total: total,
            elapsed: .now - started)
    }
}
