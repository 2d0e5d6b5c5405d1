import FoundationEssentials

/// The authority cache of one interactive sign-in, which no throttling holds up.
///
/// The user is waiting, and a code that is not redeemed is a sign-in lost. A time that an earlier run stored may also be
/// wrong by years, where the clock was ahead. What the server demands during the sign-in is stored for later requests.
struct SignInAuthorityCache: AuthorityCache {
    private let stored: (any AuthorityCache)?

    init(_ stored: (any AuthorityCache)?) {
        self.stored = stored
    }

    func document(of url: String, at now: Date) throws -> Data? { try stored?.document(of: url, at: now) }

    func save(_ document: Data, of url: String, until expiry: Date) throws {
        try stored?.save(document, of: url, until: expiry)
    }

    func throttledUntil(of key: String, at now: Date) -> Date? { nil }

    func setThrottled(_ key: String, until end: Date) throws { try stored?.setThrottled(key, until: end) }
}
