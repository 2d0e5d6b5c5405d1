import Foundation
import Synchronization

@testable import AuthCore

/// What is kept of servers, for as long as the test runs.
final class KeptDocuments: AuthorityCache {
    private let documents = Mutex<[String: (Data, Date)]>([:])

    /// Until when each is kept, by its URL.
    var ends: [String: Date] { documents.withLock { $0.mapValues(\.1) } }

    func document(of url: String, at now: Date) -> Data? {
        documents.withLock { $0[url].flatMap { $0.1 > now ? $0.0 : nil } }
    }

    func save(_ document: Data, of url: String, until end: Date) {
        documents.withLock { $0[url] = (document, end) }
    }

    func throttledUntil(of url: String, at now: Date) -> Date? { nil }
    func setThrottled(_ url: String, until end: Date) {}
}
