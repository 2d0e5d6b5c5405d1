import HTTPTransport

/// Opens the sign-in page, by way of the listener's start address, and waits for the redirect, with a time limit.
struct RedirectReceiver {
    let listener: LoopbackListener
    let timeout: Duration
    let clock: WallClock
    let openBrowser: @Sendable (_ url: String) async throws(AuthError) -> Void

    /// The response in a redirect, and the reply that the browser waits for.
    struct Redirect<Response: Sendable>: Sendable {
        let response: Response
        let reply: @Sendable (ClosingPage) async -> Void
    }

    private enum Event<Response: Sendable>: Sendable {
        case received(Redirect<Response>)
        case strayRequest
        case browserReturned
        case browserFailed(AuthError)
        case timedOut
    }

    /// The first redirect that `read` accepts. Others get an error page while the wait continues, so that a stray request
    /// cannot end a sign-in. A wait that times out after one fails with `wrongState`.
    ///
    /// - Parameter read: Returns nil for a request without this sign-in's state.
    func response<Response: Sendable>(
        from page: String, read: @escaping @Sendable (FormFields) -> Response?
    ) async throws(AuthError) -> Redirect<Response> {
        let outcome = await withTaskGroup(of: Event<Response>.self) { group in
            group.addTask { await open(listener.startURL(redirectingTo: page)) }
            group.addTask { await timeOut() }
            group.addTask { await receive(read) }
            let outcome = await firstOutcome(of: &group) { await receive(read) }
            group.cancelAll()
            return outcome
        }
        return try outcome.get()
    }

    /// The response to a request whose page is `page`.
    func response(
        to request: AuthorizationRequest, at page: String
    ) async throws(AuthError) -> Redirect<AuthorizationResponse> {
        try await response(from: page) { fields in
            let response = request.response(in: fields)
            return response == .wrongState ? nil : response
        }
    }

    private func firstOutcome<Response>(
        of group: inout TaskGroup<Event<Response>>, receiveNext: @escaping @Sendable () async -> Event<Response>
    ) async -> Result<Redirect<Response>, AuthError> {
        var strayed = false
        while let event = await group.next() {
            switch event {
            case .received(let redirect): return .success(redirect)
            case .browserFailed(let error): return .failure(error)
            case .timedOut where Task.isCancelled: return .failure(.network(.cancelled))
            case .timedOut:
                let seconds = Int(timeout.components.seconds)
                return .failure(.redirect(strayed ? .wrongState : .timedOut(seconds: seconds)))
            case .browserReturned: continue
            case .strayRequest:
                strayed = true
                group.addTask(operation: receiveNext)
            }
        }
        return .failure(.network(.cancelled))
    }

    private func open<Response>(_ url: String) async -> Event<Response> {
        do {
            try await openBrowser(url)
            return .browserReturned
        } catch {
            return .browserFailed(error)
        }
    }

    private func timeOut<Response>() async -> Event<Response> {
        try? await clock.sleep(timeout)
        return .timedOut
    }

    private func receive<Response>(_ read: @Sendable (FormFields) -> Response?) async -> Event<Response> {
        for await redirect in listener.redirects {
            if let response = read(redirect.fields) {
                return .received(Redirect(response: response, reply: redirect.reply))
            }
            await redirect.reply(.unexpected)
            return .strayRequest
        }
        return .timedOut
    }
}
