/// Why a file is no token cache of MSAL's form.
public enum UnifiedCacheError: Error, Hashable, Sendable {
    case empty
    case tooLarge(limit: Int)
    /// It begins with `<`, as what a proxy or a sign-in page leaves behind.
    case webPage
    /// Cut short, encrypted, or something else altogether.
    case notJSON
    /// JSON, but with none of the members of a cache.
    case notACache
    /// A member of the cache is not the map that it has to be.
    case wrongType(member: String)
}
