import Foundation

/// Where discovery documents are kept between runs, so that renewing a token is one request and not two.
public protocol DiscoveryCache: Sendable {
    /// The document of this URL, unless its time is over.
    func document(of url: String, at now: Date) throws -> Data?

    /// Keeps a document that was checked, in place of an older one.
    func keep(_ document: Data, of url: String, until end: Date) throws
}
