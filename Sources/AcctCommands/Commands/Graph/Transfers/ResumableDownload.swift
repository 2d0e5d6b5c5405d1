import AccountProfiles
import AccountStore
import FoundationEssentials
import Glibc
import HTTPTransport
import MicrosoftGraph

/// A download to a file that another run can resume: its draft stays beside the file, and the store knows which version
/// of the item it is the beginning of.
///
/// The state is stored once a second, so that a run that is killed can be resumed as well.
struct ResumableDownload: Sendable {
    private let call: GraphCall
    private let printer: GraphPrinter
    private let file: OutputFile
    private let store: TransferStore
    private let clock: WallClock
    private let key: RequestKey
    private let interrupted: Interrupted?

    private static let lifetime: TimeInterval = 30 * 86_400
    private static let checkpointInterval = Duration.seconds(1)

    /// A download that an earlier run has left, as it is stored.
    private struct Interrupted: Codable {
        let draft: OutputFile.Draft
        let download: PartialDownload
    }

    /// Nil for a response that does not go into a file as it arrives, and for a request with a range of its own.
    init?(_ call: GraphCall, to printer: GraphPrinter, in services: Services) throws {
        let request = call.request
        guard request.effectiveMethod == "GET", case .file(let file) = printer.destination(isSuccess: true),
            file.isReplaced,
            !request.headers.contains("Range"), !request.headers.contains("If-Range")
        else { return nil }
        self.call = call
        self.printer = printer
        self.file = file
        store = try services.transfers
        clock = services.clock
        key = try call.key(["download", file.absolutePath])
        interrupted = (try? store.content(of: key, at: clock.now()))
            .flatMap { try? JSONDecoder().decode(Interrupted.self, from: $0) }
    }

    /// The request for the remainder if an earlier run has left the beginning, else for all of it.
    var request: GraphRequest { interrupted?.download.remainder(of: call.request) ?? call.request }

    /// Prints the response to `request`. Where that does not continue the draft, everything is requested again.
    func print(_ response: HTTPStreamedResponse) async throws -> GraphPage? {
        var response = response
        if let interrupted {
            if interrupted.download.isContinued(by: response), file.resume(interrupted.draft) {
                printer.output.note("Resuming the interrupted download in \(interrupted.draft.path).")
            } else if response.status == 200 || response.status == 206 || response.status == 416 {
                printer.output.note("The interrupted download cannot be resumed, so it starts over.")
                discard(interrupted)
                if response.status != 200 { response = try await call.client.stream(call.request) }
            }
        }
        return try await printInterruptibly(response)
    }

    private func printInterruptibly(_ response: HTTPStreamedResponse) async throws -> GraphPage? {
        try await Interruptible.run {
            let checkpoints = Task { await saveCheckpoints(of: response) }
            let result: Result<GraphPage?, any Error>
            do {
                result = .success(try await printer.print(response, of: call.request))
            } catch {
                result = .failure(error)
            }
            checkpoints.cancel()
            let hasState = await checkpoints.value || interrupted != nil
            if case .failure(let error as HTTPError) = result, error.isTransient || error == .cancelled {
                throw leaveDraft(of: response, after: error)
            }
            let isOver = if case .success = result { true } else { file.discardDraft() }
            if isOver, hasState { store.remove(key) }
            return try result.get()
        } onInterrupt: {
            printer.report($0)
        }
    }

    /// Stores the state again and again, until the task is cancelled.
    ///
    /// - Returns: whether a state was stored.
    private func saveCheckpoints(of response: HTTPStreamedResponse) async -> Bool {
        guard let download = PartialDownload(response) else { return false }
        var size = 0
        while (try? await Task.sleep(for: Self.checkpointInterval)) != nil {
            guard let draft = file.savedDraft(), draft.size > size, save(draft, of: download) else { continue }
            size = draft.size
            file.keepDraft()
        }
        return size > 0
    }

    /// - Returns: the failure, with the way to resume if there is one.
    private func leaveDraft(of response: HTTPStreamedResponse, after error: HTTPError) -> Failure {
        var failure = Failure(error)
        guard let download = PartialDownload(response), let draft = file.leaveDraft() else { return failure }
        guard save(draft, of: download) else {
            unlink(draft.path)
            return failure
        }
        failure.message +=
            " \(draft.size) of \(download.total) bytes are in \(draft.path). To resume, run the same command again."
        return failure
    }

    /// - Returns: false for a draft that is not a part of the file, and when the state cannot be stored.
    private func save(_ draft: OutputFile.Draft, of download: PartialDownload) -> Bool {
        var download = download
        download.size = draft.size
        let now = clock.now()
        guard download.size < download.total,
            let content = try? JSONEncoder().encode(Interrupted(draft: draft, download: download))
        else { return false }
        return store.save(content, as: key, until: now + Self.lifetime, at: now)
    }

    private func discard(_ interrupted: Interrupted) {
        // A file that is not the draft as it was left is not removed.
        if file.resume(interrupted.draft) { file.discardDraft() }
    }
}
