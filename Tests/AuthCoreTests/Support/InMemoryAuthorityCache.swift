import Foundation
import Synchronization

@testable import AuthCore

/// An authority cache for the time of a test.
final class InMemoryAuthorityCache: AuthorityCache {
    private let documents = Mutex<[String: (content: Data, expiry: Date)]>([:])
    private let throttled = Mutex<[String: Date]>([:])

    /// The expiry of each document, by its URL.
    var expiries: [String: Date] { documents.withLock { $0.mapValues(\.expiry) } }

    var throttledKeys: [String] { throttled.withLock { Array($0.keys) } }

    func document(of url: String, at now: Date) -> Data? {
        documents.withLock { $0[url].flatMap { $0.expiry > now ? $0.content : nil } }
    }

    func save(_ document: Data, of url: String, until expiry: Date) {
        documents.withLock { $0[url] = (document, expiry) }
    }

    func throttledUntil(of url: String, at now: Date) -> Date? {
        throttled.withLock { $0[url].flatMap { $0 > now ? $0 : nil } }
    }

    func setThrottled(_ url: String, until end: Date) {
        throttled.withLock { $0[url] = end }
    }
}
