import FoundationEssentials
import Synchronization

/// The authority cache of one interactive sign-in.
///
/// The user is waiting and asks for one attempt, so a throttling time of an earlier run does not count: it may be wrong by
/// years where the clock was ahead. One that the server demands during this sign-in counts, and is stored as well.
final class SignInAuthorityCache: AuthorityCache {
    private let stored: (any AuthorityCache)?
    private let throttled = Mutex<[String: Date]>([:])

    init(_ stored: (any AuthorityCache)?) {
        self.stored = stored
    }

    func document(of url: String, at now: Date) throws -> Data? { try stored?.document(of: url, at: now) }

    func save(_ document: Data, of url: String, until expiry: Date) throws {
        try stored?.save(document, of: url, until: expiry)
    }

    func throttledUntil(of url: String, at now: Date) -> Date? {
        throttled.withLock { $0[url] }.flatMap { $0 > now ? $0 : nil }
    }

    func setThrottled(_ url: String, until end: Date) throws {
        throttled.withLock { $0[url] = end }
        try stored?.setThrottled(url, until: end)
    }
}
