import NIOCore
import Synchronization

/// The open connections of a ``LoopbackListener``, which closes them when it is closed itself.
///
/// The number of those that have not sent their whole request yet is limited, so that neither a port scanner nor a
/// browser's spare connections take the file descriptors that the redirect needs.
final class LoopbackConnections: Sendable {
    private struct State {
        var open: [any Channel] = []
        /// The open connections without their whole request, the oldest first.
        var unfinished: [any Channel] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int = 64) {
        self.limit = limit
    }

    /// - Returns: The connection to be closed: the oldest where there are too many, and this one where it comes too late.
    func add(_ channel: any Channel) -> (any Channel)? {
        state.withLock { state in
            guard !state.isClosed else { return channel }
            state.open.append(channel)
            state.unfinished.append(channel)
            return state.unfinished.count > limit ? state.unfinished.removeFirst() : nil
        }
    }

    /// The connection stays open from here on until its response has been sent.
    func requestEnded(_ channel: any Channel) {
        state.withLock { $0.unfinished.removeAll { $0 === channel } }
    }

    func remove(_ channel: any Channel) {
        state.withLock { state in
            state.unfinished.removeAll { $0 === channel }
            state.open.removeAll { $0 === channel }
        }
    }

    /// Closes all connections, and those that were accepted before and arrive later.
    func close() async {
        let open = state.withLock { state in
            state.isClosed = true
            return state.open
        }
        for channel in open { try? await channel.close() }
    }
}
