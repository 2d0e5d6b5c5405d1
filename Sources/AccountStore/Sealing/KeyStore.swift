/// Where the master key of a store is kept.
///
/// Implementations answer within a time limit and never wait for a person who is not there.
public protocol KeyStore: Sendable {
    /// What the store remembers it by, such as `file`.
    var name: String { get }

    /// The key, or nil if none was ever created.
    func load() throws -> MasterKey?

    /// Creates a key that is durable when this returns. If another process was faster, its key is the answer.
    func create() throws -> MasterKey
}
