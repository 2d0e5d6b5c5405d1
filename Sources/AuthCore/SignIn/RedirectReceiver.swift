import HTTPTransport

/// Opens the sign-in page and waits for the browser to come back with the answer, but not for ever.
struct RedirectWait {
    let listener: LoopbackListener
    let timeout: Duration
    let clock: WallClock
    let openBrowser: @Sendable (_ url: String) async throws(AuthError) -> Void

    struct Answer<Response: Sendable>: Sendable {
        let response: Response
        let reply: @Sendable (ClosingPage) async -> Void
    }

    private enum Event<Response: Sendable>: Sendable {
        case answered(Answer<Response>)
        case strayed
        case browserEnded
        case browserFailed(AuthError)
        case timedOut
    }

    /// The first redirect that `read` takes for an answer. Others are turned away while the wait goes on, so that a
    /// stray request cannot end a sign-in; if nothing better comes, they are what the error tells of.
    ///
    /// - Parameter read: nil for what does not carry our state.
    func answer<Response: Sendable>(
        from page: String, read: @escaping @Sendable (FormFields) -> Response?
    ) async throws(AuthError) -> Answer<Response> {
        let outcome = await withTaskGroup(of: Event<Response>.self) { group in
            group.addTask { await opened(page) }
            group.addTask { await timedOut() }
            group.addTask { await redirected(read) }
            let outcome = await firstEnd(of: &group) { await redirected(read) }
            group.cancelAll()
            return outcome
        }
        return try outcome.get()
    }

    func answer(to request: AuthorizationRequest) async throws(AuthError) -> Answer<AuthorizationResponse> {
        let (state, issuer) = (request.state, request.configuration.issuer)
        return try await answer(from: request.url) { fields in
            let response = AuthorizationResponse(fields, state: state, issuer: issuer)
            return response == .wrongState ? nil : response
        }
    }

    private func firstEnd<Response>(
        of group: inout TaskGroup<Event<Response>>, next: @escaping @Sendable () async -> Event<Response>
    ) async -> Result<Answer<Response>, AuthError> {
        var strayed = false
        while let event = await group.next() {
            switch event {
            case .answered(let answer): return .success(answer)
            case .browserFailed(let error): return .failure(error)
            case .timedOut where Task.isCancelled: return .failure(.network(.cancelled))
            case .timedOut:
                return .failure(.redirect(strayed ? .wrongState : .timedOut(seconds: seconds)))
            case .browserEnded: continue
            case .strayed:
                strayed = true
                group.addTask(operation: next)
            }
        }
        return .failure(.network(.cancelled))
    }

    private var seconds: Int { Int(timeout.components.seconds) }

    private func opened<Response>(_ url: String) async -> Event<Response> {
        do {
            try await openBrowser(url)
            return .browserEnded
        } catch {
            return .browserFailed(error)
        }
    }

    private func timedOut<Response>() async -> Event<Response> {
        try? await clock.sleep(timeout)
        return .timedOut
    }

    private func redirected<Response>(_ read: @Sendable (FormFields) -> Response?) async -> Event<Response> {
        for await redirect in listener.redirects {
            if let response = read(redirect.fields) {
                return .answered(Answer(response: response, reply: redirect.reply))
            }
            await redirect.reply(.unexpected)
            return .strayed
        }
        return .timedOut
    }
}
