import Foundation
import HTTPTransport
import Synchronization

@testable import AuthCore

/// A clock that stands still, and jumps to the end of each wait.
final class TestClock: Sendable {
    private let state: Mutex<(now: Date, waits: [Duration])>

    init(_ seconds: Double = 10_000) {
        state = Mutex((Date(timeIntervalSince1970: seconds), []))
    }

    /// Every wait so far, in seconds.
    var waits: [Double] { state.withLock { $0.waits.map(\.inSeconds) } }

    func advance(by seconds: Double) {
        state.withLock { $0.now += seconds }
    }

    var wallClock: WallClock {
        WallClock(now: { self.state.withLock { $0.now } }) { wait in
            try Task.checkCancellation()
            self.state.withLock {
                $0.now += wait.inSeconds
                $0.waits.append(wait)
            }
        }
    }
}

/// A clock whose waits end when the test says so, or when they are cancelled.
final class HeldClock: Sendable {
    private let (deadlines, continuation) = AsyncStream.makeStream(of: Void.self)

    func passDeadline() {
        continuation.finish()
    }

    var wallClock: WallClock {
        WallClock(now: { Date(timeIntervalSince1970: 10_000) }) { _ in
            for await _ in self.deadlines {}
            try Task.checkCancellation()
        }
    }
}

extension TestClock {
    /// A clock that stands still, and whose waits end only when they are cancelled.
    static var still: WallClock { HeldClock().wallClock }
}
