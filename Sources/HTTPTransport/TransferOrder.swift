/// One hop to make: a request that has been checked, and where its answer goes.
struct TransferOrder: Sendable {
    var request: HTTPRequest
    var origin: HTTPOrigin
    var exchange: Exchange
    /// What is left of the request's total time.
    var timeLeft: Duration?
    var started: ContinuousClock.Instant
}
