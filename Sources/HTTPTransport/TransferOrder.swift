/// One hop to make: a request that has been checked, and where its answer goes.
struct TransferOrder: Sendable {
    var request: HTTPRequest
    var origin: HTTPOrigin
    var exchange: Exchange
    /// What is left of the request's total time.
    var timeLeft: Duration?
    var started: ContinuousClock.Instant

    /// - Throws: what speaks against sending the request.
    init(
        _ request: HTTPRequest, window: Int = .max, limit: Int, timeLeft: Duration?, inbox: LoopInbox
    ) throws(HTTPError) {
        origin = try RequestCheck.origin(of: request)
        self.request = request
        self.timeLeft = timeLeft
        exchange = Exchange(number: inbox.nextNumber(), window: window, limit: limit, inbox: inbox)
        started = .now
    }

    /// What shall leave behind the answer to `request`; nil for nothing, and for what must not be sent.
    init?(following request: HTTPRequest, _ response: HTTPResponse, inbox: LoopInbox) {
        guard var next = request.successor?(request, response) else { return nil }
        // It gets its own when somebody waits for it, so that never more than one runs ahead.
        (next.successor, next.underWay) = (nil, nil)
        guard
            let order = try? TransferOrder(
                next, limit: next.bodyLimit, timeLeft: next.timeouts.total, inbox: inbox)
        else { return nil }
        self = order
    }
}
