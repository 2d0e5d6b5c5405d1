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
        _ request: HTTPRequest, window: Int, limit: Int, timeLeft: Duration?, inbox: LoopInbox
    ) throws(HTTPError) {
        origin = try RequestCheck.origin(of: request)
        self.request = request
        self.timeLeft = timeLeft
        exchange = Exchange(number: inbox.nextNumber(), window: window, limit: limit, inbox: inbox)
        started = .now
    }
}
