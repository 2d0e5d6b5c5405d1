import FoundationEssentials

/// Storage of discovery documents and throttling times from one run to the next. AuthCore declares what it needs; a
/// store implements it. Errors count as a miss.
///
/// Nothing in it is secret, and nothing is lost with it. But a discovery document decides where secrets are sent: a store
/// that others can write has to authenticate a document when it is read.
public protocol AuthorityCache: Sendable {
    /// The document saved for this URL, unless it has expired.
    func document(of url: String, at now: Date) throws -> Data?

    /// Saves a document that was checked; it replaces an older one.
    func save(_ document: Data, of url: String, until expiry: Date) throws

    /// The time until which the server refuses requests; nil when they may be sent.
    ///
    /// - Parameter key: An endpoint's URL; for requests about one subject, a hash of the client, account, scopes and refresh
    ///   token; and the status of the response. Spaces are in between.
    func throttledUntil(of key: String, at now: Date) throws -> Date?

    /// Replaces the time of the key. One that is not in the future ends the throttling.
    func setThrottled(_ key: String, until end: Date) throws
}
