/// The reasons why the device's broker gives no token, apart from those of the identity platform behind it.
public enum BrokerProblem: Error, Hashable, Sendable {
    case unavailable(BrokerAbsence)
    /// The bus could not start the broker; the text says why.
    case notStarted(String)
    /// The broker ended during the call, again after it was started anew.
    case stopped
    /// The broker did not respond within this time; nil where the bus gave up on it.
    case timedOut(seconds: Int?)
    /// The response of this method is not one that the protocol allows.
    case malformedResponse(method: String)
    /// The registration does not list this redirect URI, that of the broker.
    case unregisteredRedirectURI(String)
    /// The broker cannot reach its server, or the server fails; the text is the broker's.
    case serverUnavailable(String)
    /// The broker refused for a reason of its own; the text is the broker's.
    case failed(String)
}

/// The reason why this machine has no broker.
public enum BrokerAbsence: Hashable, Sendable {
    /// libsystemd, through which the bus is reached.
    case noLibrary
    /// There is no session bus, or it cannot be reached; the text says why.
    case noBus(String)
    /// The session bus is that of another user.
    case foreignBus(userID: UInt32)
    /// No program on the bus is a broker.
    case notInstalled
}
