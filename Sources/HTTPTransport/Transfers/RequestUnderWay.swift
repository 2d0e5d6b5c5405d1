import Synchronization

/// A request that left on the heels of an answer (``HTTPRequest/successor``), and for whose own answer nobody waits yet.
///
/// To wait for it, send a request that has it as ``HTTPRequest/underWay``. Letting go of it ends it.
public final class RequestUnderWay: Sendable {
    private let order: TransferOrder
    private let isTaken = Atomic(false)

    init(_ order: TransferOrder) {
        self.order = order
    }

    deinit {
        if !isTaken.load(ordering: .acquiring) { order.exchange.cancel() }
    }

    /// As it was sent.
    public var request: HTTPRequest { order.request }

    var started: ContinuousClock.Instant { order.started }

    /// What was ordered, for the first who asks: there is one answer.
    func take() -> TransferOrder? {
        isTaken.exchange(true, ordering: .acquiringAndReleasing) ? nil : order
    }
}
