import HTTPTransport

extension GraphClient {
    /// Sends a large file through an upload session.
    ///
    /// A session that an earlier run has stored is resumed. A session that the server no longer knows is created again
    /// once.
    ///
    /// - Parameters:
    ///   - store: keeps the session until the upload ends; nil to leave an interrupted session to expire.
    ///   - onEvent: called for each step.
    /// - Returns: the response to the last part, which holds the item, or the response that refused the upload.
    /// - Throws: `GraphError`, `HTTPError`, or an error of the token source.
    public func upload(
        _ upload: LargeUpload, store: (any UploadSessionStore)? = nil,
        onEvent: @escaping @Sendable (UploadEvent) -> Void
    ) async throws -> HTTPStreamedResponse {
        func task(for session: UploadSession) -> LargeUploadTask {
            LargeUploadTask(
                session: session, upload: upload, http: http, clock: clock, store: store, onEvent: onEvent)
        }
        if let stored = store?.session() {
            if let response = try await resume(task(for: stored)) { return response }
            store?.delete()
            onEvent(.restarted)
        }
        for _ in 0..<2 {
            let response = try await send(upload.sessionRequest)
            guard response.isSuccess else { return response.streamed(from: upload.request.path) }
            let session = try UploadSession(response)
            store?.save(session)
            onEvent(.sent(0))
            if case .response(let response) = try await task(for: session).run() { return response.streamed }
        }
        throw GraphError.uploadSessionLost
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
