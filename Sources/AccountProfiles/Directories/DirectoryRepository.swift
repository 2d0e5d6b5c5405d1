/// Where bindings are kept, and which `.acct` files were allowed. Every method that writes is one transaction.
///
/// Directories and paths are absolute, with symbolic links resolved. A binding points at a profile itself: a rename is
/// followed, and a removed profile takes its bindings along.
public protocol DirectoryRepository: Sendable {
    /// All bindings, by directory.
    func bindings() throws -> [Binding]

    /// Those of these directories, in no order.
    func bindings(of directories: [String]) throws -> [Binding]

    /// - Returns: the profile that the directory was bound to before.
    /// - Throws: `ProfileError.unknown` with the nearest names.
    func bind(_ directory: String, to name: String) throws -> ProfileName?

    /// - Returns: the profile that it was bound to; nil when it was not bound.
    func unbind(_ directory: String) throws -> ProfileName?

    /// Remembers the content of the file at a path as allowed; what was allowed there before is not any more.
    func allow(_ path: String, content: [UInt8]) throws

    /// - Returns: nil when no content of that path is allowed.
    func isAllowed(_ path: String, content: [UInt8]) throws -> Bool?

    /// - Returns: whether some content was allowed.
    func revoke(_ path: String) throws -> Bool
}
