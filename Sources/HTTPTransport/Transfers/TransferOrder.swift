/// One hop to make: a request that has been checked, and where its answer goes.
struct TransferOrder: Sendable {
    var request: HTTPRequest
    var origin: HTTPOrigin
    var exchange: Exchange
    /// What is left of the request's total time.
    var timeLeft: Duration?
    var started: ContinuousClock.Instant

    /// - Parameter checked: the order before it, which may have gone to the same origin.
    /// - Throws: what speaks against sending the request.
    init(
        _ request: HTTPRequest, after checked: TransferOrder? = nil, window: Int = .max, limit: Int,
        timeLeft: Duration?, inbox: LoopInbox
    ) throws(HTTPError) {
        origin = try RequestCheck.origin(of: request, after: checked)
        self.request = request
        self.timeLeft = timeLeft
        exchange = Exchange(number: inbox.nextNumber(), window: window, limit: limit, inbox: inbox)
        started = .now
    }

    /// What shall leave behind the answer to this; nil for nothing, and for what must not be sent.
    ///
    /// - Parameter request: this one's as the one has it who waits for the answer, with the successor.
    func next(after response: HTTPResponse, to request: HTTPRequest, inbox: LoopInbox) -> TransferOrder? {
        guard var next = request.successor?(request, response) else { return nil }
        // It gets its own when somebody waits for it, so that never more than one runs ahead.
        (next.successor, next.underWay) = (nil, nil)
        return try? TransferOrder(
            next, after: self, limit: next.bodyLimit, timeLeft: next.timeouts.total, inbox: inbox)
    }
}
