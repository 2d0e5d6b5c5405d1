import HTTPTransport

/// Opens the sign-in page and waits for the browser to come back with the answer, but not for ever.
struct RedirectWait {
    let listener: LoopbackListener
    let timeout: Duration
    let clock: WallClock
    let openBrowser: @Sendable (_ url: String) async throws(AuthError) -> Void

    struct Answer: Sendable {
        let response: AuthorizationResponse
        let reply: @Sendable (ClosingPage) async -> Void
    }

    private enum Event: Sendable {
        case answered(Answer)
        case strayed
        case browserEnded
        case browserFailed(AuthError)
        case timedOut
    }

    /// The first redirect that carries our state. Others are turned away while the wait goes on, so that a stray
    /// request cannot end a sign-in; if nothing better comes, they are what the error tells of.
    func answer(to request: AuthorizationRequest) async throws(AuthError) -> Answer {
        let url = request.url
        let outcome = await withTaskGroup(of: Event.self) { group in
            group.addTask { await opened(url) }
            group.addTask { await timedOut() }
            group.addTask { await redirected(state: request.state, issuer: request.configuration.issuer) }
            let outcome = await firstEnd(of: &group) {
                await redirected(state: request.state, issuer: request.configuration.issuer)
            }
            group.cancelAll()
            return outcome
        }
        return try outcome.get()
    }

    private func firstEnd(
        of group: inout TaskGroup<Event>, next: @escaping @Sendable () async -> Event
    ) async -> Result<Answer, AuthError> {
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

    private func opened(_ url: String) async -> Event {
        do {
            try await openBrowser(url)
            return .browserEnded
        } catch {
            return .browserFailed(error)
        }
    }

    private func timedOut() async -> Event {
        try? await clock.sleep(timeout)
        return .timedOut
    }

    private func redirected(state: String, issuer: String) async -> Event {
        for await redirect in listener.redirects {
            let response = AuthorizationResponse(redirect.fields, state: state, issuer: issuer)
            if response != .wrongState { return .answered(Answer(response: response, reply: redirect.reply)) }
            await redirect.reply(.unexpected)
            return .strayed
        }
        return .timedOut
    }
}
