/// A device authorization from its start to its redemption (RFC 8628).
struct DeviceCode {
    enum State {
        case pending
        case approved(Identity)
        case declined
        case redeemed
    }

    let deviceCode: String
    let userCode: String
    let authority: Authority
    let application: Application
    let scopes: ScopeRequest
    let expires: Double
    var interval: Int
    var lastPoll: Double?
    var state = State.pending

    /// A poll may travel faster than the one before it; a client that waits the whole interval is never refused.
    private static let tolerance = 0.25

    /// Whether this poll came too early, which lengthens the interval for good (RFC 8628 §3.5).
    mutating func isPolledTooEarly(at now: Double) -> Bool {
        defer { lastPoll = now }
        guard let lastPoll, now - lastPoll < Double(interval) - Self.tolerance else { return false }
        interval += 5
        return true
    }
}
