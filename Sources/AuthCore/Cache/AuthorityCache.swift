import Foundation

/// What is worth remembering of a server from one run to the next. Nothing here is a secret, and nothing is lost when it
/// is forgotten. But a document says where secrets go: whoever keeps one where others write has to see to it that it is
/// still the same when it is read.
public protocol AuthorityCache: Sendable {
    /// The discovery document of this URL, unless its time is over.
    func document(of url: String, at now: Date) throws -> Data?

    /// Keeps a document that was checked, in place of an older one.
    func save(_ document: Data, of url: String, until end: Date) throws

    /// Until when the server wants no more requests to this URL; nil when it may be asked.
    func throttledUntil(of url: String, at now: Date) throws -> Date?

    func setThrottled(_ url: String, until end: Date) throws
}
