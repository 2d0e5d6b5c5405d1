import Foundation

/// A port that accepts connections and never answers, to see whether anybody comes.
final class ListeningPort: Sendable {
    let port: UInt16
    private let descriptor: Int32

    /// - Parameter wanted: a certain port, or any free one.
    init(_ wanted: UInt16 = 0) throws {
        (descriptor, port) = try LoopbackSocket.listen(on: wanted, backlog: 8)
    }

    deinit {
        close(descriptor)
    }

    /// Whether anybody has connected so far.
    var wasVisited: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// A free port below those that the system hands out by itself, so that nobody else gets it meanwhile.
    static func unused() throws -> UInt16 {
        for _ in 0..<100 {
            if let free = try? ListeningPort(.random(in: 20_000..<32_000)) { return free.port }
        }
        throw SystemError("no free port", code: EADDRINUSE)
    }
}
