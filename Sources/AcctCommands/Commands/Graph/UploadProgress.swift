import HTTPTransport
import MicrosoftGraph
import Synchronization

/// How far an upload has come, said on stderr.
final class UploadProgress: Sendable {
    private let total: Int
    private let output: Output
    private let canGoOn: Bool
    private let started = ContinuousClock.now
    private let state = Mutex<(sent: Int, before: Int)?>(nil)

    /// - Parameter canGoOn: whether another run can go on with it.
    init(of total: Int, _ output: Output, canGoOn: Bool) {
        self.total = total
        self.output = output
        self.canGoOn = canGoOn
    }

    func report(_ event: UploadEvent) {
        switch event {
        case .resumed(let sent):
            state.withLock { $0 = (sent, sent) }
            output.note("Going on with the upload that was interrupted: \(line(sent, before: sent).amount) are there.")
        case .restarted:
            output.note("The server does not know the upload that was interrupted any more. It starts anew.")
        case .sent(let sent):
            let before = state.withLock { state in
                state = (sent, sent == 0 ? 0 : state?.before ?? 0)
                return state?.before ?? 0
            }
            output.progress(line(sent, before: before).text)
        case .waiting(let wait, let status):
            output.note("The server answered \(status). Waiting \(wait.roundedUpSeconds) s before trying again.")
        }
    }

    /// The same error, with the way on where there is one.
    func ended(by error: any Error) -> any Error {
        output.progress("")
        guard canGoOn, let (sent, before) = state.withLock(\.self) else { return error }
        var failure = Failure(error)
        guard failure.kind == .network || failure.kind == .cancelled else { return failure }
        failure.message +=
            " \(line(sent, before: before).amount) are at the server: "
            + "run the same command again to go on."
        return failure
    }

    private func line(_ sent: Int, before: Int) -> TransferLine {
        TransferLine(verb: "Sent", count: sent, before: before, total: total, elapsed: .now - started)
    }
}
