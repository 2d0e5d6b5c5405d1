import FoundationEssentials
import HTTPTransport

extension GraphClient {
    /// Sends a large file through an upload session.
    ///
    /// A session that an earlier run has stored is resumed. A session that the server no longer knows may have ended with
    /// the item, which is looked for; if it is not there, the session is created again once.
    ///
    /// - Parameters:
    ///   - store: keeps the session until the upload ends; nil to leave an interrupted session to expire.
    ///   - maxWait: the longest wait for a server that fails, counted from the last part that it has stored.
    ///   - onEvent: called for each step.
    /// - Returns: the response with the item, to the last part or to the request for it, or the response that refused the
    ///   upload.
    /// - Throws: `GraphError`, `HTTPError`, or an error of the token source.
    public func upload(
        _ upload: LargeUpload, store: (any UploadSessionStore)? = nil, maxWait: Duration = RetryPolicy().maxWait,
        onEvent: @escaping @Sendable (UploadEvent) -> Void
    ) async throws -> HTTPStreamedResponse {
        func task(for session: UploadSession) -> LargeUploadTask {
            LargeUploadTask(
                session: session, upload: upload, http: http, clock: clock, store: store, maxWait: maxWait,
                onEvent: onEvent)
        }
        if let stored = store?.session(), stored.isUsable {
            if let response = try await resume(task(for: stored)) { return response }
            store?.delete()
            if let response = try await storedItem(of: upload, since: stored.began) { return response }
            onEvent(.restarted)
        }
        for attempt in 1...2 {
            if attempt > 1 { onEvent(.restarted) }
            let response = try await send(upload.sessionRequest)
            guard response.isSuccess else { return response.streamed(from: upload.request.path) }
            let session = try UploadSession(response, now: clock.now())
            // An unusable one would be in the way of every later attempt.
            if session.isUsable { store?.save(session) }
            onEvent(.sent(0))
            if case .response(let response) = try await task(for: session).run() { return response.streamed }
            if let response = try await storedItem(of: upload, since: session.began) { return response }
        }
        throw GraphError.uploadSessionLost
    }

    /// The item, if it has the size of the file and was stored since then. Storing the last part of a large file takes
    /// long: if its response is lost, the next attempt finds no session any more.
    private func storedItem(of upload: LargeUpload, since begin: Date?) async throws -> HTTPStreamedResponse? {
        guard let begin, let request = upload.itemRequest else { return nil }
        let response = try await send(request)
        guard response.isSuccess, let item = UploadedItem(response.body), upload.canBe(item),
            let time = item.lastModifiedDateTime.flatMap(UploadSession.date), time >= begin
        else { return nil }
        return response.streamed(from: request.path)
    }

    /// Nil when the session cannot be resumed.
    private func resume(_ task: LargeUploadTask) async throws -> HTTPStreamedResponse? {
        switch try await task.status() {
        case .position(let position):
            task.onEvent(.resumed(position))
            guard case .response(let response) = try await task.run(from: position) else { return nil }
            return response.streamed
        case .ended(.response(let response)) where LargeUploadTask.isTransient(response.status):
            return response.streamed
        case .ended, .unknown: return nil
        }
    }
}
