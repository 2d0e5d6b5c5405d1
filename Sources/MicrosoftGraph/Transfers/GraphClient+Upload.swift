import Foundation
import HTTPTransport

extension GraphClient {
    /// Sends a large file through an upload session. The answer is the one of the last piece, which holds the item, or
    /// whatever refused the upload.
    ///
    /// A session that an earlier run has left open is gone on with. One that the server forgets is begun anew once.
    ///
    /// - Parameters:
    ///   - memory: where the session is kept until it has come to its end; nil to leave it to expire.
    ///   - report: told how far it is.
    /// - Throws: `GraphError`, `HTTPError`, or what the token source throws.
    public func upload(
        _ upload: LargeUpload, memory: (any UploadMemory)? = nil,
        report: @escaping @Sendable (UploadEvent) -> Void
    ) async throws -> HTTPStreamedResponse {
        if let kept = memory?.session() {
            let session = session(kept, of: upload, memory, report)
            if let answer = try await goOn(with: session, report) { return answer }
            memory?.forget()
            report(.forgotten)
        }
        for isLast in [false, true] {
            let opened = try await send(upload.opening)
            guard opened.isSuccess else { return opened.streamed(from: upload.request.path) }
            let open = try OpenUpload(opened)
            memory?.keep(open)
            report(.sent(0))
            switch try await session(open, of: upload, memory, report).run() {
            case .answer(let answer): return answer.streamed
            case .gone where isLast: break
            case .gone: continue
            }
        }
        throw GraphError.uploadForgotten
    }

    /// Nil when nothing can come of the session any more.
    private func goOn(
        with session: UploadSession, _ report: @Sendable (UploadEvent) -> Void
    ) async throws -> HTTPStreamedResponse? {
        switch try await session.status() {
        case .position(let position):
            report(.resumed(position))
            guard case .answer(let answer) = try await session.run(from: position) else { return nil }
            return answer.streamed
        case .ending(.answer(let answer)) where UploadSession.isPassing(answer.status): return answer.streamed
        case .ending, .unclear: return nil
        }
    }

    private func session(
        _ open: OpenUpload, of upload: LargeUpload, _ memory: (any UploadMemory)?,
        _ report: @escaping @Sendable (UploadEvent) -> Void
    ) -> UploadSession {
        UploadSession(open: open, upload: upload, http: http, sleep: sleep, memory: memory, report: report)
    }
}

extension GraphResponse {
    func streamed(from url: String) -> HTTPStreamedResponse {
        HTTPResponse(status: status, headers: headers, body: body, url: url).streamed
    }
}
