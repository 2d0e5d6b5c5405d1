import AccountProfiles
import AccountStore
import Foundation
import HTTPTransport
import MicrosoftGraph

/// A download to a file that another run can go on with: its draft stays beside the file, and the store knows which
/// version of the item it is the beginning of.
struct ResumableDownload: Sendable {
    private let call: GraphCall
    private let printer: GraphPrinter
    private let file: OutputFile
    private let store: StoredTransfers
    private let key: RequestKey
    private let kept: Content?

    private static let lifetime: TimeInterval = 30 * 86_400

    private struct Content: Codable {
        let draft: OutputFile.Draft
        let download: PartialDownload
    }

    /// Nil for what is not written as it comes, or asks for a part itself.
    init?(
        _ call: GraphCall, to printer: GraphPrinter, in services: Services
    ) throws {
        let request = call.request
        guard request.method == "GET", case .file(let file) = printer.route(isSuccess: true), file.isReplaced,
            !request.headers.contains("Range"), !request.headers.contains("If-Range")
        else { return nil }
        self.call = call
        self.printer = printer
        self.file = file
        store = try services.transfers
        key = try call.key(["download", file.absolutePath])
        kept = (try? store.content(of: key, at: Date())).flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
    }

    /// What is sent: it asks for the rest where the beginning is there.
    var first: GraphRequest { kept?.download.remainder(of: call.request) ?? call.request }

    /// Prints the answer to what was sent first, or to the whole request where that is no rest of what is there.
    func print(_ answer: HTTPStreamedResponse) async throws -> GraphPage? {
        var answer = answer
        if let kept {
            if kept.download.isContinued(by: answer), file.goOn(with: kept.draft) {
                printer.output.note("Going on with the download that was interrupted, in \(kept.draft.path).")
            } else if answer.status == 200 || answer.status == 206 || answer.status == 416 {
                printer.output.note("The download that was interrupted cannot be gone on with, so it starts anew.")
                discard(kept)
                if answer.status != 200 { answer = try await call.client.stream(call.request) }
            }
        }
        let page = try await whole(answer)
        if kept != nil { store.forget(key) }
        return page
    }

    private func whole(_ answer: HTTPStreamedResponse) async throws -> GraphPage? {
        try await Interruptible.run {
            do {
                return try await printer.print(answer, of: call.request)
            } catch let error as HTTPError where error.isTransient || error == .cancelled {
                throw left(by: error, answer)
            }
        } interrupted: {
            printer.output.report(Failure($0), asJSON: false)
        }
    }

    /// The error, with the way on where there is one.
    private func left(by error: HTTPError, _ answer: HTTPStreamedResponse) -> Failure {
        var failure = Failure(error)
        guard var download = PartialDownload(answer), let draft = file.leave() else { return failure }
        download.size = draft.size
        let now = Date()
        guard download.size < download.total,
            let content = try? JSONEncoder().encode(Content(draft: draft, download: download)),
            store.keep(content, as: key, until: now + ResumableDownload.lifetime, at: now)
        else {
            unlink(draft.path)
            return failure
        }
        failure.message +=
            " \(draft.size) of \(download.total) bytes are in \(draft.path): run the same command again to go on."
        return failure
    }

    private func discard(_ kept: Content) {
        // Whatever else is there by now is not ours.
        if file.goOn(with: kept.draft) { file.drop() }
    }
}
