import Foundation
import Synchronization

/// Collects the pieces of a body as they pass, up to a limit.
final class BodyCopy: Sendable {
    private let limit: Int
    /// Nil when it got too large, or was given out.
    private let collected = Mutex<Data?>(Data())

    init(limit: Int) {
        self.limit = limit
    }

    /// - Parameter chunk: nil at the end.
    /// - Returns: the whole body, once, at its end.
    func take(_ chunk: Data?) -> Data? {
        collected.withLock { collected in
            guard let chunk else {
                defer { collected = nil }
                return collected
            }
            collected?.append(chunk)
            if collected?.count ?? 0 > limit { collected = nil }
            return nil
        }
    }
}
